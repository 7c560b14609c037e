import CPolystoreDiskCalls
import Foundation

/// What the process does to the files of a folder: recorded, and failed on request.
///
/// There is one record for the process; the suites that use it run one after another.
enum DiskCalls {
    /// A call that succeeded.
    enum Call: Hashable {
        case write(offset: Int, bytes: [UInt8], isSynchronous: Bool)
        case sync
        case truncate(Int)

        /// Whether the call waited for the disk.
        var waits: Bool {
            switch self {
            case .write(_, _, let isSynchronous): isSynchronous
            case .sync: true
            case .truncate: false
            }
        }
    }

    /// The kinds of calls that can fail.
    struct Kinds: OptionSet {
        let rawValue: Int32

        static let write = Kinds(rawValue: Int32(POLYSTORE_CALL_WRITE))
        static let sync = Kinds(rawValue: Int32(POLYSTORE_CALL_SYNC))
        static let truncate = Kinds(rawValue: Int32(POLYSTORE_CALL_TRUNCATE))
        static let syncFolder = Kinds(rawValue: Int32(POLYSTORE_CALL_SYNC_FOLDER))
        static let rename = Kinds(rawValue: Int32(POLYSTORE_CALL_RENAME))
    }

    /// Records what happens to files of a folder, from an empty record on.
    static func watch(_ folder: URL) { polystore_calls_watch(folder.path) }

    /// Lets everything pass again.
    static func stop() { polystore_calls_watch(nil) }

    /// Lets the call of some kinds fail that comes after some others.
    static func fail(_ kinds: Kinds, after count: Int, error: Int32, isLasting: Bool) {
        let mode = isLasting ? POLYSTORE_FAIL_LASTING : POLYSTORE_FAIL_ONCE
        polystore_calls_fail(kinds.rawValue, Int64(count), error, Int32(mode))
    }

    /// Kills the process right behind the write that comes after some others.
    static func kill(after count: Int) {
        polystore_calls_fail(Int32(POLYSTORE_CALL_WRITE), Int64(count), 0, Int32(POLYSTORE_FAIL_KILLED))
    }

    /// Lets the read that comes after some others give half of what was asked for.
    static func shortenRead(after count: Int) {
        polystore_calls_fail(Int32(POLYSTORE_CALL_READ), Int64(count), 0, Int32(POLYSTORE_FAIL_SHORT))
    }

    /// How many calls failed.
    static var failures: Int { Int(polystore_calls_failures()) }

    /// How many calls of the kinds passed since they were to fail.
    static var passed: Int { Int(polystore_calls_passed()) }

    /// What was done to the files of the folder, in order.
    static var all: [(name: String, call: Call)] {
        (0..<polystore_calls_count()).compactMap { index in
            let call = polystore_calls_at(index)
            let name = String(cString: call.name)
            switch call.kind {
            case Int32(POLYSTORE_CALL_WRITE):
                let bytes = Array(UnsafeBufferPointer(start: call.bytes, count: Int(call.length)))
                return (name, .write(offset: Int(call.offset), bytes: bytes, isSynchronous: call.is_synchronous != 0))
            case Int32(POLYSTORE_CALL_SYNC): return (name, .sync)
            case Int32(POLYSTORE_CALL_TRUNCATE): return (name, .truncate(Int(call.offset)))
            // Stores that are open change no names.
            default: return nil
            }
        }
    }

    /// What was done to a file of the folder, in order.
    static func calls(to name: String) -> [Call] { all.filter { $0.name == name }.map(\.call) }
}
