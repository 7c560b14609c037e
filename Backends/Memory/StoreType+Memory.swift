import PolystoreRecordLayer
import PolystoreStorage

extension StoreType {
    /// Stores in memory: they live as long as they are open, and each has a fresh UUID.
    ///
    /// Snapshots cost the same for any size, any number of readers work beside one writer, and all that other stores do
    /// is done: constraints, indexes, relationships and their order, large data.
    public static let memory = StoreType(
        name: "memory", product: "PolystoreMemory",
        capabilities: RecordStore<MemoryEngine>.capabilities(of: MemoryEngine().limits)
    ) { (opening) throws(StoreError) in
        var opening = opening
        // There is nothing to be found: a memory store is always a new one.
        opening.creates = true
        guard opening.access == .readWrite else {
            throw StoreError(
                .unsupported,
                [.store: opening.name, .storeType: "memory", .reason: "an empty store cannot be read only"])
        }
        return try RecordStore(MemoryEngine(), opening)
    }
}
