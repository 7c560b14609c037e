import Dispatch
import PolystoreModel
import Synchronization

/// What crosses threads and tasks in a context's place: performs work on the context.
///
/// A handle of a private context keeps the context alive; other handles do not.
public final class ContextHandle: Sendable {
    /// Where the context may be used.
    public let confinement: ContextConfinement
    /// The executor of a private context: an actor that takes it as its own joins the context.
    public let executor: ContextExecutor
    /// The thread that may use the context now, by number; 0 for none.
    let owner = Atomic<UInt>(0)

    // SAFETY: written once in `attach`, before the handle is handed out; a strong reference only for a private context,
    // whose every use is on its queue, and released in deinit, when nobody can use the context any more.
    nonisolated(unsafe) private var strongContext: ManagedObjectContext?
    // SAFETY: written once in `attach`, before the handle is handed out; weak references may be read from any thread.
    nonisolated(unsafe) private weak var weakContext: ManagedObjectContext?

    init(_ confinement: ContextConfinement) {
        self.confinement = confinement
        executor = ContextExecutor(confinement)
        executor.handle.withLock { $0.value = self }
        switch confinement {
        case .main, .privateQueue: break
        case .thread: owner.store(ThreadNumber.current, ordering: .relaxed)
        }
    }

    func attach(_ context: ManagedObjectContext) {
        if confinement == .privateQueue { strongContext = context }
        weakContext = context
    }

    /// Whether the running thread may use the context.
    var isCurrent: Bool {
        owner.load(ordering: .relaxed) == ThreadNumber.current || confinement == .main && MainThread.isCurrent
    }

    /// The context, while the running thread may use it; for an actor that took `executor` as its own.
    ///
    /// - Throws: `ContextError` with code `contextGone`.
    /// - Precondition: The caller runs on the context's executor.
    public func current() throws -> ManagedObjectContext {
        precondition(isCurrent, "a context is taken outside of its executor")
        return try alive()
    }

    func alive() throws -> ManagedObjectContext {
        guard let context = weakContext else { throw ContextError(.contextGone) }
        return context
    }

    /// Performs work on the context, in turn with other work, and returns its result, which cannot be an object.
    ///
    /// Afterwards pending changes are processed and clean objects that nobody holds are let go. When the task is
    /// cancelled, a fetch of the work ends between batches; a save that has begun to commit is finished.
    ///
    /// - Throws: What the work throws, the access error if there is one, `ContextError` with code `notPerforming` for a
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

    /// Performs work on the context and waits for it; work on a context that the thread already uses runs at once.
    ///
    /// - Throws: What the work throws, the access error if there is one, and `ContextError`: `waitingCycle` when the
    ///   context waits, through others, for one that this thread uses; `mainQueueNotServed` when the main thread does
    ///   not take the work in time; `notPerforming` for another thread's context.
    @discardableResult
    public func performAndWait<Result: Sendable>(
        _ work: @Sendable (ManagedObjectContext) throws -> Result
    ) throws -> Result {
        if isCurrent { return try work(try alive()) }
        guard confinement != .thread else { throw ContextError(.notPerforming) }
        try WaitGraph.shared.begin(self)
        defer { WaitGraph.shared.end() }
        return try executor.wait { try self.run(nil, work) }
    }

    /// Runs work on the queue: the thread owns the context meanwhile.
    private func run<Result>(
        _ cancellation: CancellationFlag?, _ work: (ManagedObjectContext) throws -> Result
    ) throws -> Result {
        let context = try alive()
        let outer = owner.exchange(ThreadNumber.current, ordering: .acquiringAndReleasing)
        defer { owner.store(outer, ordering: .releasing) }
        context.cancellation = cancellation
        defer {
            context.cancellation = nil
            context.sweep()
        }
        let result = try work(context)
        try context.processPendingChanges()
        try context.throwAccessError()
        return result
    }

    /// Runs a job of an actor that joined the context.
    func runJoined(_ job: () -> Void) {
        let outer = owner.exchange(ThreadNumber.current, ordering: .acquiringAndReleasing)
        job()
        owner.store(outer, ordering: .releasing)
    }
}
