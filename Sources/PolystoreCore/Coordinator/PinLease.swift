import PolystoreModel
import PolystoreStorage

/// The cut of a pinned context, which the coordinator can take away.
///
/// A read that goes on at that moment still holds the cut and ends as it began.
final class PinLease: Sendable {
    private enum State {
        case valid(StoreCut)
        case revoked(reason: String)
    }

    /// When the context was pinned.
    let since: ContinuousClock.Instant
    private let state: Protected<State>

    init(_ cut: StoreCut) {
        since = .now
        state = Protected(.valid(cut))
    }

    /// The cut.
    ///
    /// - Throws: `snapshotExpired` once it was revoked.
    var cut: StoreCut {
        get throws(StoreError) {
            switch state.withLock({ $0 }) {
            case .valid(let cut): return cut
            case .revoked(let reason): throw StoreError(.snapshotExpired, [.reason: reason])
            }
        }
    }

    /// Takes the cut away.
    func revoke(_ reason: String) {
        // Released outside of the lock: the end of a snapshot may take time.
        let old = state.withLock { state in
            defer { state = .revoked(reason: reason) }
            return state
        }
        withExtendedLifetime(old) {}
    }
}
