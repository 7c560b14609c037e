import PolystoreModel
import PolystoreStorage

extension PersistentStoreCoordinator {
    /// How many generations may be held, for how long and of how many bytes; those beyond it end at once.
    public var queryGenerationLimit: QueryGenerationLimit {
        get { generations.limit }
        set { generations.limit = newValue }
    }

    /// Takes a generation of the newest commits; nil while there is no store.
    func takeGeneration() throws(StoreError) -> GenerationLease? {
        while true {
            let snapshots = try snapshot(isWhole: true)
            guard let set = snapshots.stores else { return nil }
            let lease = generations.take(snapshots)
            // A store that goes stays open for the leases that are known when it goes.
            if current === set { return lease }
        }
    }

    /// Whether a generation shows a store.
    func isShown(_ store: AttachedStore) -> Bool {
        generations.leases.contains { $0.valid?.stores?.store(store.number) === store }
    }
}
