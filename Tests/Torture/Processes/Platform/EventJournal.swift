import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The one file to which all processes of a trial append what they do.
///
/// The system appends one line after another, and keeps it when the process is killed. So what a process said before it gave
/// a lock back stands before what the next one says that has the lock.
final class EventJournal {
    private let descriptor: Int32
    private let process: Int
    private var offset: off_t = 0
    private var rest: [UInt8] = []

    /// Opens a journal, which is made where none is.
    ///
    /// - Parameters:
    ///   - file: Where it lies.
    ///   - process: The number of this process among those of the trial.
    /// - Throws: `Violation` when it cannot be opened.
    init(_ file: URL, process: Int) throws {
        self.process = process
        descriptor = open(file.path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw Violation("\(file.path) cannot be opened: \(errno)") }
    }

    deinit { close(descriptor) }

    func append(_ event: ContentionEvent) throws { try append(event, of: process) }

    func append(_ event: ContentionEvent, of process: Int) throws {
        let line = Array("\(process) \(event.text)\n".utf8)
        // A part of a line would be taken for two.
        guard write(descriptor, line, line.count) == line.count else {
            throw Violation("the journal cannot be written: \(errno)")
        }
    }

    /// The events behind those that were taken before.
    func take() throws -> [(process: Int, event: ContentionEvent)] {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = pread(descriptor, &buffer, buffer.count, offset)
            guard count >= 0 else { throw Violation("the journal cannot be read: \(errno)") }
            if count == 0 { break }
            offset += off_t(count)
            rest += buffer[..<count]
        }
        guard let end = rest.lastIndex(of: 10) else { return [] }
        let lines = rest[..<end].split(separator: 10)
        rest.removeSubrange(...end)
        return try lines.map { line in
            let text = String(decoding: line, as: UTF8.self)
            let parts = text.split(separator: " ", maxSplits: 1)
            guard parts.count == 2, let process = Int(parts[0]), let event = ContentionEvent(parts[1]) else {
                throw Violation("the journal says '\(text)'")
            }
            return (process, event)
        }
    }
}
