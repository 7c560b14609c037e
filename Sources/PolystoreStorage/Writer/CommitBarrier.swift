/// Keeps snapshots over several stores and commits out of each other's way.
///
/// Any number of commits pass at a time, or any number of snapshots, never both: so a snapshot shows each commit in all of its
/// stores or in none, and never a commit without one that was finished before it. The sides take turns when both wait,
/// so that neither starves. Reading one store alone needs no barrier.
public final class CommitBarrier: Sendable {
    private enum Side {
        case commits, snapshots

        var other: Side { self == .commits ? .snapshots : .commits }
    }

    private struct State {
        /// The side that is inside, or whose turn it is.
        var side = Side.commits
        /// How many are inside.
        var inside = 0
        /// How many wait on each side.
        var waitingCommits = 0
        var waitingSnapshots = 0
        /// How many of the side may still enter before the other side's turn.
        var admitted = 0

        var isAwaited: Bool { waitingCommits + waitingSnapshots > 0 }

        func waiting(_ side: Side) -> Int { side == .commits ? waitingCommits : waitingSnapshots }

        mutating func addWaiting(_ side: Side, _ change: Int) {
            if side == .commits { waitingCommits += change } else { waitingSnapshots += change }
        }

        mutating func mayEnter(_ side: Side) -> Bool {
            if inside == 0, admitted == 0 {
                // No side is inside and none was let in: first come, first served.
                self.side = side
                inside = 1
                return true
            }
            guard self.side == side else { return false }
            if admitted > 0 {
                admitted -= 1
            } else if waiting(side.other) > 0 {
                return false
            }
            inside += 1
            return true
        }

        mutating func leave() {
            inside -= 1
            guard inside == 0, admitted == 0 else { return }
            let next = waiting(side.other) > 0 ? side.other : side
            side = next
            admitted = waiting(next)
        }
    }

    private let lock = ConditionLock(State())

    /// Makes a barrier that is free.
    public init() {}

    /// Runs a closure that makes commits visible.
    public func commit<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        enter(.commits)
        defer { leave() }
        return try body()
    }

    /// Runs a closure that takes snapshots of several stores.
    public func snapshot<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        enter(.snapshots)
        defer { leave() }
        return try body()
    }

    private func enter(_ side: Side) {
        let entered = lock.update(waking: { state in
            if state.mayEnter(side) { return (true, state.isAwaited) }
            state.addWaiting(side, 1)
            return (false, false)
        })
        if entered { return }
        _ = lock.wait { state in
            guard state.mayEnter(side) else { return Bool?.none }
            state.addWaiting(side, -1)
            return true
        }
    }

    private func leave() {
        lock.update(waking: { state in
            state.leave()
            return ((), state.isAwaited)
        })
    }
}
