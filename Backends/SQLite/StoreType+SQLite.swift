import Foundation
import PolystoreModel
import PolystoreStorage

extension StoreType {
    /// Stores in SQLite files, in Core Data's table layout.
    public static let sqlite = StoreType(
        name: "sqlite", product: "PolystoreSQLite", hasURL: true, options: SQLiteOptions.declared,
        capabilities: {
            var capabilities = StoreCapabilities()
            capabilities.isDurable = true
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
        metadata: { (url) throws(StoreError) in try StoreMaintenance(url).metadata() },
        requireFree: { (url) throws(StoreError) in try StoreMaintenance(url).requireFree() },
        destroy: { (url) throws(StoreError) in try StoreMaintenance(url).destroy() },
        copy: { (source, target) throws(StoreError) in try StoreMaintenance(source).copy(to: target) })
}
