import PolystoreModel
import PolystoreStorage

extension StoreType {
    /// Stores in SQLite files, in Core Data's table layout.
    public static let sqlite = StoreType(
        name: "sqlite", product: "PolystoreSQLite", hasURL: true, options: SQLiteOptions.declared,
        capabilities: {
            var capabilities = StoreCapabilities()
            capabilities.isDurable = true
            capabilities.jointCommit = .redoable
            capabilities.uniqueness = true
            capabilities.concurrentSnapshots = true
            capabilities.orderedRelationships = true
            capabilities.joins = true
            capabilities.deferredData = true
            capabilities.externalStorage = true
            capabilities.filtering = true
            capabilities.sorting = true
            capabilities.sharedReading = true
            return capabilities
        }(),
        open: { (opening) throws(StoreError) in try StoreOpener(opening).open() },
        exists: { (description) throws(StoreError) in
            SystemFile.exists(try StoreMaintenance(description).files.path)
        },
        metadata: { (description) throws(StoreError) in try StoreMaintenance(description).metadata() },
        reserve: { (description) throws(StoreError) in try StoreMaintenance(description).reserve() },
        readers: { (description) throws(StoreError) in try StoreMaintenance(description).readers() },
        destroy: { (description) throws(StoreError) in try StoreMaintenance(description).destroy() },
        copy: { (source, target) throws(StoreError) in
            try StoreMaintenance(source).copy(to: StoreMaintenance(target).files)
        })
}
