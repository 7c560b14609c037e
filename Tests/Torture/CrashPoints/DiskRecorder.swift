import CPolystoreDiskCalls
import Foundation

/// Records what this process does to the files of a folder.
///
/// There is one record for the process.
struct DiskRecorder {
    /// The folder, as it was when recording began: everything in it is on the disk.
    let initial: FolderTree
    private let folder: URL
    private var numbers: [UInt64: Int] = [:]
    private var next: Int

    /// Begins to record.
    init(_ folder: URL) throws {
        self.folder = folder
        initial = try FolderTree(of: folder, numbers: &numbers)
        next = (numbers.values.max() ?? 0) + 1
        polystore_calls_watch(folder.path)
    }

    /// Puts a number between the calls.
    static func mark(_ number: Int) { polystore_calls_mark(Int64(number)) }

    /// How many calls and marks there are.
    static var count: Int { Int(polystore_calls_count()) }

    /// Ends recording and tells all calls in order.
    mutating func finish() throws -> [RecordedCall] {
        var calls: [RecordedCall] = []
        for index in 0..<polystore_calls_count() {
            try append(polystore_calls_at(index), to: &calls)
        }
        polystore_calls_watch(nil)
        return calls
    }

    private mutating func append(_ call: polystore_call, to calls: inout [RecordedCall]) throws {
        let (offset, length) = (Int(call.offset), Int(call.length))
        switch Int(call.kind) {
        case POLYSTORE_CALL_WRITE:
            let bytes = Data(bytes: call.bytes, count: length)
            let file = try number(call.file)
            calls.append(.write(file: file, offset: offset, bytes: bytes))
            if call.is_synchronous != 0 { calls.append(.writeSynced(file: file)) }
        case POLYSTORE_CALL_SYNC: calls.append(.sync(file: try number(call.file)))
        case POLYSTORE_CALL_TRUNCATE: calls.append(.truncate(file: try number(call.file), length: offset))
        case POLYSTORE_CALL_ALLOCATE: calls.append(.allocate(file: try number(call.file), end: offset + length))
        case POLYSTORE_CALL_SYNC_FOLDER: calls.append(.syncFolder(try number(call.file)))
        case POLYSTORE_CALL_CREATE: calls.append(.create(try entry(call), file: make(call.file)))
        case POLYSTORE_CALL_MAKE_FOLDER: calls.append(.makeFolder(try entry(call), folder: make(call.file)))
        case POLYSTORE_CALL_LINK: calls.append(.link(try entry(call), file: try number(call.file)))
        case POLYSTORE_CALL_UNLINK: calls.append(.unlink(try entry(call)))
        case POLYSTORE_CALL_RENAME:
            let target = RecordedCall.Entry(
                folder: try number(call.other_folder), name: String(cString: call.other_name))
            calls.append(.rename(try entry(call), to: target, file: try number(call.file)))
        default: calls.append(.mark(offset))
        }
    }

    private func entry(_ call: polystore_call) throws -> RecordedCall.Entry {
        RecordedCall.Entry(folder: try number(call.folder), name: String(cString: call.name))
    }

    /// The number of a file that the system may have given the number of one that is gone.
    private mutating func make(_ system: UInt64) -> Int {
        numbers[system] = next
        next += 1
        return next - 1
    }

    private func number(_ system: UInt64) throws -> Int {
        guard let number = numbers[system] else { throw Violation("the recorder missed how a file was made") }
        return number
    }
}
