import PolystoreModel
import Synchronization

/// Which thread waits for which context: a circle would be a deadlock, and is reported instead.
final class WaitGraph: Sendable {
    static let shared = WaitGraph()

    private struct State {
        /// The contexts that each thread waits for, innermost last.
        var waiting: [UInt: [ContextExecutor]] = [:]
        /// The thread that has the main queue, and so its contexts, and waits for another context; 0 for none.
        var mainThread: UInt = 0
        /// How many waits deep that thread had come when it left the main queue.
        var mainDepth = 0
    }

    private let state = Protected(State())

    /// Who is about to wait, and whether with the main queue in hand.
    static var caller: ThreadIdentity {
        let thread = ThreadIdentity.current
        return ThreadIdentity(
            number: thread.number, isOnMainQueue: thread.isOnMainQueue || MainQueue.isCurrent)
    }

    /// Notes that the running thread waits for a context.
    ///
    /// - Throws: `ContextError` with code `waitingCycle` when the thread that uses the context waits, directly or through
    ///   others, for a context that the running thread uses.
    func begin(_ executor: ContextExecutor) throws(ContextError) {
        let caller = Self.caller
        let isCycle = state.withLock { state in
            var next: ContextExecutor? = executor
            var seen: Set<UInt> = []
            while let current = next {
                let owner = owner(of: current, state, caller)
                if owner == caller.number { return true }
                guard owner != 0, seen.insert(owner).inserted else { break }
                next = state.waiting[owner]?.last
            }
            state.waiting[caller.number, default: []].append(executor)
            if caller.isOnMainQueue, state.mainThread == 0 {
                state.mainThread = caller.number
                state.mainDepth = state.waiting[caller.number]?.count ?? 0
            }
            return false
        }
        if isCycle { throw ContextError(.waitingCycle) }
    }

    /// The contexts of the main queue are used by whoever has the queue, without a word.
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
