import CPolystoreDiskCalls
import Foundation

/// A call of the system that fails, for the files of a folder.
struct FailingCalls: CustomStringConvertible {
    enum Mode: CaseIterable {
        case once, lasting, short, full
    }

    let name: String
    private let kind: Int
    let error: Int32
    let mode: Mode
    /// How many calls of the kind come before.
    var position = 0

    /// Whether everything that needs room fails for want of it.
    var isFullDisk: Bool { mode == .full }

    /// Whether SQLite takes what fails for damage: so it does with a file system that cannot read what it holds.
    var looksLikeDamage: Bool { kind == POLYSTORE_CALL_READ && error == EIO }

    private static let room = POLYSTORE_CALL_WRITE | POLYSTORE_CALL_ALLOCATE | POLYSTORE_CALL_MAKE_FOLDER

    /// Every kind of call, with the errors that the system may give for it.
    ///
    /// A call that is interrupted is so once: one that always is has no answer but to try for ever.
    static let all: [FailingCalls] = {
        let kinds: [(String, Int, [Int32])] = [
            ("open", POLYSTORE_CALL_OPEN, [EIO, EMFILE, ENOMEM, ENOSPC]), ("read", POLYSTORE_CALL_READ, [EIO, ENOMEM]),
            ("write", POLYSTORE_CALL_WRITE, [EIO, ENOSPC]), ("sync", POLYSTORE_CALL_SYNC, [EIO, ENOSPC]),
            ("sync of a folder", POLYSTORE_CALL_SYNC_FOLDER, [EIO, ENOSPC]),
            ("truncation", POLYSTORE_CALL_TRUNCATE, [EIO, ENOSPC]),
            ("reservation", POLYSTORE_CALL_ALLOCATE, [EIO, ENOSPC]),
            ("rename", POLYSTORE_CALL_RENAME, [EIO, ENOSPC]), ("removal", POLYSTORE_CALL_UNLINK, [EIO]),
            ("map", POLYSTORE_CALL_MAP, [ENOMEM]), ("making of a folder", POLYSTORE_CALL_MAKE_FOLDER, [EIO, ENOSPC]),
        ]
        let single = kinds.flatMap { name, kind, errors in
            var calls = errors.flatMap { error in
                [Mode.once, .lasting].map { FailingCalls(name: name, kind: kind, error: error, mode: $0) }
            }
            if kind & (POLYSTORE_CALL_READ | POLYSTORE_CALL_WRITE) != 0 {
                calls.append(FailingCalls(name: name, kind: kind, error: 0, mode: .short))
            }
            if kind & (POLYSTORE_CALL_UNLINK | POLYSTORE_CALL_MAP | POLYSTORE_CALL_RENAME) == 0 {
                calls.append(FailingCalls(name: name, kind: kind, error: EINTR, mode: .once))
            }
            return calls
        }
        return single + [FailingCalls(name: "room", kind: room, error: ENOSPC, mode: .full)]
    }()

    /// Lets the call fail from now on.
    func arm(_ folder: URL) {
        polystore_calls_watch(folder.path)
        let how =
            switch mode {
            case .once: POLYSTORE_FAIL_ONCE
            case .lasting: POLYSTORE_FAIL_LASTING
            case .short: POLYSTORE_FAIL_SHORT
            case .full: POLYSTORE_FAIL_FULL
            }
        polystore_calls_fail(Int32(kind), Int64(position), error, Int32(how))
    }

    /// Lets everything pass again.
    ///
    /// - Returns: How many calls of the kind there were, and how many of them failed.
    static func disarm() -> (calls: Int, failures: Int) {
        defer { polystore_calls_watch(nil) }
        return (Int(polystore_calls_passed()), Int(polystore_calls_failures()))
    }

    var description: String {
        let how =
            switch mode {
            case .once: "error \(error)"
            case .lasting: "error \(error), from then on"
            case .short: "half of it"
            case .full: "a full disk, from then on"
            }
        return "\(name) \(position): \(how)"
    }
}
