import Foundation
import PolystoreModel
import PolystoreStorage

/// One cut that contexts read through, which the coordinator can take away.
///
/// A read that goes on at that moment still holds the snapshots and ends as it began.
final class GenerationLease: Sendable {
    /// What is shown of a store.
    struct Part: Sendable {
        let store: StoreNumber
        let name: String
        let commit: CommitNumber
    }

    private enum State {
        case valid(MultiStoreSnapshot)
        case ended(QueryGeneration.End, limit: String)
    }

    /// When the cut was taken.
    let since = ContinuousClock.now
    let takenAt = Date()
    let parts: [Part]
    private let state: Locked<State>
    private let holding = Locked<[ObjectIdentifier: GenerationHolder]>([:])
    /// Nil for a lease that counts for no limit.
    let ledger: GenerationLedger?

    init(_ snapshots: MultiStoreSnapshot, in ledger: GenerationLedger?) {
        state = Locked(.valid(snapshots))
        self.ledger = ledger
        let stores = snapshots.stores?.stores ?? []
        parts = stores.compactMap { store in
            snapshots.commit(of: store.number).map { Part(store: store.number, name: store.name, commit: $0) }
        }
    }

    deinit { ledger?.forget(ObjectIdentifier(self)) }

    /// The snapshots.
    ///
    /// - Throws: `snapshotExpired` once the lease has ended, with the reason and the limit.
    var snapshots: MultiStoreSnapshot {
        get throws(StoreError) {
            switch state.withLock({ $0 }) {
            case .valid(let snapshots): return snapshots
            case .ended(let end, let limit):
                throw StoreError(.snapshotExpired, [.reason: end.rawValue, .limit: limit])
            }
        }
    }

    /// The snapshots; nil once the lease has ended.
    var valid: MultiStoreSnapshot? {
        state.withLock { state in
            guard case .valid(let snapshots) = state else { return nil }
            return snapshots
        }
    }

    /// Why it has ended.
    var end: QueryGeneration.End? {
        state.withLock { state in
            guard case .ended(let end, _) = state else { return nil }
            return end
        }
    }

    /// Takes the snapshots away, unless that was done before.
    func end(_ end: QueryGeneration.End, limit: String) {
        // Released outside of the lock: the end of a snapshot may take time.
        let old = state.withLock { state -> MultiStoreSnapshot? in
            guard case .valid(let snapshots) = state else { return nil }
            state = .ended(end, limit: limit)
            return snapshots
        }
        withExtendedLifetime(old) {}
    }

    /// The contexts that read through it now; a token that no context has is held by none.
    var holders: [GenerationHolder] { holding.withLock { Array($0.values) } }

    func add(_ holder: GenerationHolder) { holding.withLock { $0[ObjectIdentifier(holder)] = holder } }

    func remove(_ holder: GenerationHolder) { holding.withLock { $0[ObjectIdentifier(holder)] = nil } }

    /// What stores keep for it now; nothing once it has ended.
    ///
    /// A store that cannot say, because it failed or is closed, is left out.
    var retainedBytes: [StoreNumber: Int] {
        guard let valid else { return [:] }
        var result: [StoreNumber: Int] = [:]
        for part in parts {
            // Reads of such a store say what it is.
            if let bytes = try? valid.snapshot(of: part.store)?.retainedBytes() { result[part.store] = bytes }
        }
        return result
    }
}
