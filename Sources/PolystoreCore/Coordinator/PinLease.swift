import PolystoreModel
import PolystoreStorage

/// The snapshot of a pinned context, which the coordinator can take away.
///
/// A read that goes on at that moment still holds the snapshot and ends as it began.
final class PinLease: Sendable {
    private enum State {
        case valid(MultiStoreSnapshot)
        case revoked(reason: String)
    }

    /// When the context was pinned.
    let since: ContinuousClock.Instant
    private let state: Locked<State>

    init(_ snapshots: MultiStoreSnapshot) {
        since = .now
        state = Locked(.valid(snapshots))
    }

    /// The snapshot.
    ///
    /// - Throws: `snapshotExpired` once it was revoked.
    var snapshots: MultiStoreSnapshot {
        get throws(StoreError) {
            switch state.withLock({ $0 }) {
            case .valid(let snapshots): return snapshots
            case .revoked(let reason): throw StoreError(.snapshotExpired, [.reason: reason])
            }
        }
    }

    /// Takes the snapshot away.
    func revoke(_ reason: String) {
        // Released outside of the lock: the end of a snapshot may take time.
        let old = state.withLock { state in
            defer { state = .revoked(reason: reason) }
            return state
        }
        withExtendedLifetime(old) {}
    }
}
