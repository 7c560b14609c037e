import PolystoreModel
import Synchronization

/// Which thread waits for which context: a circle would be a deadlock, and is reported instead.
final class WaitGraph: Sendable {
    static let shared = WaitGraph()

    private struct Wait {
        let executor: ContextExecutor
        /// Set when the thread gives way to one that would close a cycle of waits.
        let yielding: YieldingWait?
    }

    private struct State {
        /// The contexts that each thread waits for, innermost last.
        var waiting: [UInt: [Wait]] = [:]
        /// The threads whose waits give way now.
        var yielding: Set<UInt> = []
        /// The thread that has the main queue, and so its contexts, and waits for another context; 0 for none.
        var mainThread: UInt = 0
        /// How many waits deep that thread had come when it left the main queue.
        var mainDepth = 0
    }

    private let state = Locked(State())

    /// The thread that is about to wait, and whether it holds the main queue.
    static var caller: ThreadIdentity {
        let thread = ThreadIdentity.current
        return ThreadIdentity(
            number: thread.number, isOnMainQueue: thread.isOnMainQueue || MainQueue.isCurrent)
    }

    /// Runs code whose waits for contexts give way: one that is part of a cycle ends with the error `waitingCycle`,
    /// whichever thread closes the cycle, and the other goes on.
    func yielding<Result>(_ body: () throws -> Result) rethrows -> Result {
        let thread = ThreadIdentity.current.number
        let isOutermost = state.withLock { $0.yielding.insert(thread).inserted }
        defer { if isOutermost { state.withLock { _ = $0.yielding.remove(thread) } } }
        return try body()
    }

    /// Notes that the running thread waits for a context.
    ///
    /// - Returns: How the thread is to wait, where its waits give way.
    /// - Throws: `ContextError` with code `waitingCycle` when the thread that uses the context waits, directly or through
    ///   others, for a context that the running thread uses.
    func begin(_ executor: ContextExecutor) throws(ContextError) -> YieldingWait? {
        let caller = Self.caller
        let wait: Wait? = state.withLock { state in
            guard !closesCircle(executor, state, caller) else { return nil }
            let wait = Wait(
                executor: executor, yielding: state.yielding.contains(caller.number) ? YieldingWait() : nil)
            state.waiting[caller.number, default: []].append(wait)
            if caller.isOnMainQueue, state.mainThread == 0 {
                state.mainThread = caller.number
                state.mainDepth = state.waiting[caller.number]?.count ?? 0
            }
            return wait
        }
        guard let wait else { throw ContextError(.waitingCycle) }
        return wait.yielding
    }

    /// Whether waiting for a context would never end, because no wait of the cycle gives way.
    private func closesCircle(_ executor: ContextExecutor, _ state: State, _ caller: ThreadIdentity) -> Bool {
        var next: ContextExecutor? = executor
        var seen: Set<UInt> = []
        var yielding: [YieldingWait] = []
        while let current = next {
            let owner = owner(of: current, state, caller)
            if owner == caller.number { return !yielding.contains { $0.abandon() } }
            guard owner != 0, seen.insert(owner).inserted, let wait = state.waiting[owner]?.last else { break }
            if let found = wait.yielding { yielding.append(found) }
            next = wait.executor
        }
        return false
    }

    /// The contexts of the main queue are used by the thread that has the queue, without an entry here.
    private func owner(of executor: ContextExecutor, _ state: State, _ caller: ThreadIdentity) -> UInt {
        let owner = executor.owner.load(ordering: .acquiring)
        guard owner == 0, executor.confinement == .main else { return owner }
        return caller.isOnMainQueue ? caller.number : state.mainThread
    }

    /// Notes that the running thread waits no longer.
    func end() {
        let thread = ThreadIdentity.current.number
        state.withLock { state in
            guard let depth = state.waiting[thread]?.count else { return }
            if state.mainThread == thread, state.mainDepth == depth { state.mainThread = 0 }
            state.waiting[thread]?.removeLast()
            if depth == 1 { state.waiting[thread] = nil }
        }
    }
}
