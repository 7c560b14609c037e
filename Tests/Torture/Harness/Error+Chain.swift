import Polystore

extension Error {
    /// The error and what led to it, as far as errors tell.
    var chain: [any Error] {
        var (result, next) = ([any Error](), Optional<any Error>(self))
        while let current = next {
            result.append(current)
            next = (current as? any StructuredError)?.cause
        }
        return result
    }

    /// What stores said, the last cause at the end.
    var storeErrors: [StoreError] { chain.compactMap { $0 as? StoreError } }

    /// Whether another process holds a store, or its log.
    var isHeld: Bool { storeErrors.contains { $0.code == .held } }

    /// Whether a lock was not given in time.
    var isTooLate: Bool { storeErrors.contains { $0.code == .timeout } }

    /// Whether a save was made that a store has yet to catch up with.
    var isStoreBehind: Bool { chain.contains { ($0 as? CoordinatorError)?.code == .storeBehind } }

    /// Whether there was no room for the index of SQLite's log, which the engine reports as a failure of the disk.
    var isOfLogIndex: Bool { storeErrors.contains { $0.details[.code] == "SQLite 4874" } }
}
