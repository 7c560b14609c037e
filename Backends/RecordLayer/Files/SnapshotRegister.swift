import PolystoreModel

/// A snapshot that can be taken away.
protocol RevocableSnapshot: AnyObject, Sendable {
    func revoke()
}

/// The snapshots of an engine that are taken away when it is closed.
///
/// Not generic, because it is used for every snapshot and the code of another module's engine is not seen through.
final class SnapshotRegister: Sendable {
    private struct Held { weak var snapshot: (any RevocableSnapshot)? }

    private struct State {
        var snapshots: [Held] = []
        /// How many snapshots are remembered before those that have gone are forgotten.
        var capacity = 16
        var isClosed = false
    }

    private let state = Locked(State())

    /// Remembers a snapshot; false when the register is closed.
    func keep(_ snapshot: any RevocableSnapshot) -> Bool {
        state.withLock { state in
            guard !state.isClosed else { return false }
            if state.snapshots.count >= state.capacity {
                state.snapshots.removeAll { $0.snapshot == nil }
                state.capacity = max(16, state.snapshots.count * 2)
            }
            state.snapshots.append(Held(snapshot: snapshot))
            return true
        }
    }

    /// Takes all snapshots away; no other is remembered from then on.
    func close() {
        let snapshots = state.withLock { state in
            defer { state = State(isClosed: true) }
            return state.snapshots
        }
        for held in snapshots { held.snapshot?.revoke() }
    }
}
