import Dispatch
import PolystoreModel
import Synchronization

/// The serial executor of a context: a queue of its own, or the main queue.
///
/// An actor joins a context by taking its executor, and uses the context directly from then on:
///
///     actor Importer {
///         let handle: ContextHandle
///         init(_ container: PersistentContainer) { handle = container.newBackgroundContext() }
///         nonisolated var unownedExecutor: UnownedSerialExecutor { handle.executor.asUnownedSerialExecutor() }
///         func run() throws { try handle.current().fetch(…) }
///     }
///
/// At the end of each job of the actor pending changes are processed, as at the end of `ContextHandle.perform`; an
/// access error is thrown by the context's next `save` or `fetch`.
public final class ContextExecutor: SerialExecutor {
    let confinement: ContextConfinement
    /// The number of the thread that may use the context now, 0 for none; contexts of the main queue need none.
    let owner = Atomic<UInt>(0)
    /// Whether a write was refused because it came from elsewhere, and the context has not told yet.
    let wasMisused = Atomic<Bool>(false)
    private let queue: DispatchQueue
    private let deadline = Locked(Duration.seconds(10))
    /// The saves of other contexts that are to be merged, oldest first.
    private let arrivedSaves = Locked<[SaveEvent]>([])

    // SAFETY: written once in `attach`, by the context's own init, before the executor is shared; weak references may
    // be read from any thread.
    nonisolated(unsafe) private weak var weakContext: ManagedObjectContext?

    init(_ confinement: ContextConfinement) {
        self.confinement = confinement
        queue = confinement == .main ? .main : DispatchQueue(label: "polystore.context")
        if confinement == .thread { owner.store(ThreadIdentity.current.number, ordering: .relaxed) }
    }

    func attach(_ context: ManagedObjectContext) { weakContext = context }

    /// The context; nil when it is gone.
    var context: ManagedObjectContext? { weakContext }

    /// How long the main thread may take to begin work before a caller is told that it does not serve its queue.
    package var mainQueueDeadline: Duration {
        get { deadline.withLock { $0 } }
        set { deadline.withLock { $0 = newValue } }
    }

    /// Whether the running code may use the context.
    var isCurrent: Bool {
        let thread = ThreadIdentity.current
        if owner.load(ordering: .relaxed) == thread.number { return true }
        switch confinement {
        case .main: return thread.isOnMainQueue || MainQueue.isCurrent
        // A task may go on on another thread after each await. The compiler keeps the context, which is not Sendable, in the
        // task or the actor that has it: there is one user at a time. Code outside of tasks has no such warrant.
        case .thread: return withUnsafeCurrentTask { $0 != nil }
        case .privateQueue: return false
        }
    }

    /// Runs work while the running thread owns the context.
    func occupied<Result>(_ body: () throws -> Result) rethrows -> Result {
        let outer = owner.exchange(ThreadIdentity.current.number, ordering: .acquiringAndReleasing)
        defer { owner.store(outer, ordering: .releasing) }
        return try body()
    }

    /// Runs work later; work for the main queue that does not begin in time is dropped and reported.
    ///
    /// Without `report` it waits for as long as it takes.
    func schedule(whenNotServed report: (@Sendable (ContextError) -> Void)?, _ work: @escaping @Sendable () -> Void) {
        guard confinement == .main, let report else {
            queue.async(execute: work)
            return
        }
        let claim = Claim()
        queue.async { if claim.take() { work() } }
        DispatchQueue.global().asyncAfter(deadline: .now() + mainQueueDeadline.seconds) {
            if claim.take() { report(ContextError(.mainQueueNotServed)) }
        }
    }

    /// Runs work on the queue and waits for it; meanwhile it acts as the thread that waits.
    func wait<Result: Sendable>(_ work: @Sendable () throws -> Result) throws -> Result {
        let caller = WaitGraph.caller
        if confinement == .main {
            // Waiting for a main thread that never serves its queue would hang: a probe is sent first.
            let probe = DispatchSemaphore(value: 0)
            queue.async { probe.signal() }
            guard probe.wait(timeout: .now() + mainQueueDeadline.seconds) == .success else {
                throw ContextError(.mainQueueNotServed)
            }
        }
        return try queue.sync { try caller.acting(work) }
    }

    /// Waits for the queue, gives way to a thread that would close a cycle of waits, and runs work on this thread
    /// meanwhile.
    func wait<Result>(_ yielding: YieldingWait, _ work: () throws -> Result) throws -> Result {
        queue.async { yielding.lend() }
        let limit = confinement == .main ? mainQueueDeadline.seconds : nil
        guard let result = try yielding.use(within: limit, work) else { throw ContextError(.waitingCycle) }
        return result
    }

    /// Keeps a save until the context merges it.
    func arrive(_ event: SaveEvent) { arrivedSaves.withLock { $0.append(event) } }

    /// The oldest save that was not merged.
    func takeArrivedSave() -> SaveEvent? { arrivedSaves.withLock { $0.isEmpty ? nil : $0.removeFirst() } }

    /// Takes a save back that could not be merged now.
    func putBackArrivedSave(_ event: SaveEvent) { arrivedSaves.withLock { $0.insert(event, at: 0) } }

    /// Forgets the saves that were not merged.
    func dropArrivedSaves() { arrivedSaves.withLock { $0 = [] } }

    /// Runs a job of an actor on the context's queue.
    public func enqueue(_ job: consuming ExecutorJob) {
        let unowned = UnownedJob(job)
        queue.async {
            self.occupied {
                self.context?.mergeArrivedSaves()
                unowned.runSynchronously(on: self.asUnownedSerialExecutor())
                self.context?.endJob()
            }
        }
    }

    /// The executor as actors take it.
    public func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }

    /// Stops code that assumes to be on the executor and is not; work of `perform` is on it.
    public func checkIsolated() {
        precondition(isCurrent, "code of an actor that joined a context runs outside of the context's executor")
    }

    /// Whether the running code is on the executor.
    public func isIsolatingCurrentContext() -> Bool? { isCurrent }

    /// The first taker goes on; the other does nothing.
    private final class Claim: Sendable {
        private let isTaken = Atomic<Bool>(false)

        func take() -> Bool { !isTaken.exchange(true, ordering: .acquiringAndReleasing) }
    }
}
