import Foundation

/// The lines of a file, read in chunks, so that a file of any size takes bounded memory.
struct LineReader {
    /// The longest line that is read; a longer one ends the reading with an error.
    static let longestLine = 1 << 20
    private static let chunkSize = 64 * 1024

    /// The file's name for messages.
    let name: String
    /// The number of the line that was read last, counted from 1.
    private(set) var number = 0

    private let handle: FileHandle?
    private var buffer: [UInt8]
    private var position = 0
    private var isAtEnd: Bool

    /// Opens a file; messages show its path, or another name.
    ///
    /// - Throws: `ControlFileError` when it cannot be opened.
    init(contentsOf url: URL, named name: String? = nil) throws(ControlFileError) {
        self.name = name ?? url.relativePath
        do {
            handle = try FileHandle(forReadingFrom: url)
        } catch {
            throw ControlFileError(
                file: url.relativePath, line: 0, problem: .unreadable("no such file, or no permission to read it"))
        }
        buffer = []
        isAtEnd = false
    }

    /// Reads lines of a text that is already in memory.
    init(_ text: String, name: String) {
        self.init(Array(text.utf8), name: name)
    }

    /// Reads lines of bytes that are already in memory.
    init(_ bytes: [UInt8], name: String) {
        self.name = name
        handle = nil
        buffer = bytes
        isAtEnd = true
    }

    /// The next line without its end (LF or CR LF), or nil after the last one.
    mutating func next() throws(ControlFileError) -> ArraySlice<UInt8>? {
        var searched = position
        while true {
            if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
                defer { position = end + 1 }
                return finished(buffer[position..<end])
            }
            searched = buffer.count
            guard !isAtEnd else { break }
            if searched - position > Self.longestLine {
                throw ControlFileError(
                    file: name, line: number + 1, problem: .lineTooLong(limit: Self.longestLine))
            }
            searched -= position
            try refill()
        }
        guard position < buffer.count else { return nil }
        defer { position = buffer.count }
        return finished(buffer[position...])
    }

    private mutating func finished(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        number += 1
        return line.last == UInt8(ascii: "\r") ? line.dropLast() : line
    }

    private mutating func refill() throws(ControlFileError) {
        buffer.removeSubrange(..<position)
        position = 0
        do {
            if let chunk = try handle?.read(upToCount: Self.chunkSize), !chunk.isEmpty {
                buffer.append(contentsOf: chunk)
            } else {
                isAtEnd = true
            }
        } catch {
            throw ControlFileError(file: name, line: number, problem: .unreadable("reading failed in the middle"))
        }
    }
}
