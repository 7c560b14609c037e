import PolystoreModel
import Synchronization

extension ManagedObjectContext {
    /// Stops a caller that reads the context outside of its executor, in debug builds.
    @inline(__always)
    package func checkExecutor() {
        assert(isReadableHere, ExecutorMisuse.message)
    }

    /// Whether the caller may read the context, or accesses are not checked; asked in debug builds only.
    var isReadableHere: Bool { executor.isCurrent || !ExecutorMisuse.traps }

    /// Whether the caller may change the context.
    ///
    /// A caller outside of its executor has a bug: debug builds stop; others leave the context as it is, and its next
    /// `save`, `fetch` or end of `perform` throws.
    package func mayWrite() -> Bool {
        if executor.isCurrent { return true }
        assert(!ExecutorMisuse.traps, ExecutorMisuse.message)
        executor.wasMisused.store(true, ordering: .relaxed)
        return false
    }

    /// Lets only callers on the context's executor pass.
    ///
    /// - Throws: `ContextError` with code `wrongExecutor`; debug builds stop instead.
    package func requireExecutor() throws(ContextError) {
        if executor.isCurrent { return }
        assert(!ExecutorMisuse.traps, ExecutorMisuse.message)
        throw ContextError(.wrongExecutor)
    }

    /// Takes a write that was refused as an access error.
    func noteMisuse() {
        guard executor.wasMisused.load(ordering: .relaxed) else { return }
        executor.wasMisused.store(false, ordering: .relaxed)
        recordAccessError(ContextError(.wrongExecutor))
    }

    /// Ends one job of an actor that joined the context.
    func endJob() {
        do {
            try processPendingChanges()
        } catch {
            recordAccessError(error)
        }
        pruneIfGrown()
    }
}
