import PolystoreModel
import Synchronization

/// The handle that crosses threads and tasks in a context's place: performs work on the context.
///
/// A handle of a private context keeps the context alive; other handles do not.
public final class ContextHandle: Sendable {
    /// The context's executor: an actor that takes it as its own joins the context.
    public let executor: ContextExecutor

    // SAFETY: never changed. Only the context's executor uses what it refers to; the last handle may release it on any
    // thread, when no work is left that could use it.
    nonisolated(unsafe) private let privateContext: ManagedObjectContext?

    init(of context: ManagedObjectContext) {
        executor = context.executor
        privateContext = context.executor.confinement == .privateQueue ? context : nil
    }

    /// Where the context may be used.
    public var confinement: ContextConfinement { executor.confinement }

    /// The context, for an actor that took `executor` as its own.
    ///
    /// - Throws: `ContextError` with code `contextGone`, and `wrongExecutor` when the caller runs elsewhere: a caller's
    ///   bug, which stops debug builds.
    public func current(isolation: isolated any Actor = #isolation) throws(ContextError) -> ManagedObjectContext {
        let context = try alive()
        try context.requireExecutor()
        return context
    }

    func alive() throws(ContextError) -> ManagedObjectContext {
        guard let context = executor.context else { throw ContextError(.contextGone) }
        return context
    }

    /// Performs work on the context, in turn with other work, and returns its result, which cannot be an object.
    ///
    /// Afterwards pending changes are processed and clean objects without other references are let go. When the task is
    /// cancelled, a fetch of the work ends between batches; a save that has begun to commit is finished.
    ///
    /// - Throws: The work's error, the access error if there is one, `ContextError` with code `notPerforming` for a
    ///   thread-confined context and `mainQueueNotServed` when the main thread does not take the work in time.
    @discardableResult
    public func perform<Result: Sendable>(
        _ work: @escaping @Sendable (ManagedObjectContext) throws -> Result
    ) async throws -> Result {
        guard confinement != .thread else { throw ContextError(.notPerforming) }
        let cancellation = CancellationFlag()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                executor.schedule(whenNotServed: { continuation.resume(throwing: $0) }) {
                    continuation.resume(with: Swift.Result { try self.run(cancellation, work) })
                }
            }
        } onCancel: {
            cancellation.set()
        }
    }

    /// Performs work on the context and waits for it; work on a context that the caller uses already runs at once.
    ///
    /// While it waits, the work acts in the caller's place: it may also use the contexts that the caller uses.
    ///
    /// - Throws: The work's error, the access error if there is one, and `ContextError`: `waitingCycle` when the
    ///   context waits, through others, for one that this thread uses; `mainQueueNotServed` when the main thread does
    ///   not take the work in time; `notPerforming` for another thread's context.
    @discardableResult
    public func performAndWait<Result: Sendable>(
        _ work: @Sendable (ManagedObjectContext) throws -> Result
    ) throws -> Result {
        if executor.isCurrent { return try work(try alive()) }
        guard confinement != .thread else { throw ContextError(.notPerforming) }
        let yielding = try WaitGraph.shared.begin(executor)
        defer { WaitGraph.shared.end() }
        if let yielding { return try executor.wait(yielding) { try self.run(nil, work) } }
        return try executor.wait { try self.run(nil, work) }
    }

    /// Runs work on the queue: the thread owns the context meanwhile.
    private func run<Result>(
        _ cancellation: CancellationFlag?, _ work: (ManagedObjectContext) throws -> Result
    ) throws -> Result {
        let context = try alive()
        return try executor.occupied {
            context.cancellation = cancellation
            defer {
                context.cancellation = nil
                context.prune()
            }
            context.faultCounter = FaultCounter()
            context.mergeArrivedSaves()
            let result = try work(context)
            try context.processPendingChanges()
            try context.throwAccessError()
            return result
        }
    }
}
