import PolystoreModel
import PolystoreStorage

/// Whether snapshots of stores that another process writes are of one moment (P4).
///
/// Inside a process the commit barrier keeps commits away while snapshots are taken, and no barrier reaches another process.
/// So what was taken is looked at: it is of the moment at which the last snapshot was taken when no other of the stores has
/// got a newer commit since. At that moment a save over several stores may be in some of them only: its mark in those names
/// the commits of the others. The writing process makes no later save in any of the stores before it is in all, so the last
/// mark of each is enough.
struct SharedCut: Sendable {
    /// The stores that another process may write, in the order in which their snapshots are taken.
    private let stores: [AttachedStore]

    init(_ stores: [AttachedStore]) {
        self.stores = stores.filter { $0.access == .readOnly && $0.isDurable && $0.capabilities.sharedReading }
    }

    /// How long an answer may take.
    var timeout: Duration { stores.map { $0.description.lockTimeout }.max() ?? .zero }

    /// What keeps snapshots, which were just taken, from being of one moment; nil where nothing does.
    ///
    /// - Complexity: A look at the newest commit and a look-up in each store that another process may write; nothing where
    ///   there is one or none.
    func obstacle(to snapshots: MultiStoreSnapshot) throws(StoreError) -> StoreError? {
        guard stores.count > 1 else { return nil }
        for store in stores.dropLast() {
            guard let shown = snapshots.commit(of: store.number) else { continue }
            guard try store.store.newestCommit() == shown else {
                return unsettled(stores, "their stores are written without a pause")
            }
        }
        var marks: [JointMark?] = []
        for store in stores { marks.append(try snapshots.snapshot(of: store.number)?.joint()) }
        for (store, mark) in zip(stores, marks) {
            guard let mark else { continue }
            for (other, otherMark) in zip(stores, marks) where other !== store {
                guard let shown = snapshots.commit(of: other.number),
                    mark.isMissing(in: other.identifier, commit: shown, mark: otherMark),
                    try isOfOneDomain(store, other)
                else { continue }
                return unsettled(
                    [store, other],
                    "'\(store.name)' has a save over several stores that '\(other.name)' lacks, whose last commit is \(shown); "
                        + "where no program writes them, open them for writing once")
            }
        }
        return nil
    }

    /// Whether saves of one log are in two stores: a store that has left its log keeps the mark of its last save.
    private func isOfOneDomain(_ store: AttachedStore, _ other: AttachedStore) throws(StoreError) -> Bool {
        guard let log = try store.metadata.domain?.log else { return false }
        return try other.metadata.domain?.log == log
    }

    private func unsettled(_ concerned: [AttachedStore], _ reason: String) -> StoreError {
        let names = stores.filter { store in concerned.contains { $0 === store } }.map(\.name)
        return StoreError(
            .timeout,
            [
                .store: names.joined(separator: ", "), .limit: "lockTimeout \(timeout)",
                .reason: "no common moment of the stores was found: \(reason)",
            ])
    }
}
