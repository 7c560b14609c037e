import Foundation
import PolystoreRecordLayer
import PolystoreStorage

extension StoreType {
    /// Stores in LMDB files: one file each, mapped into memory, up to the limit `mapSize` that is given when it is
    /// opened.
    ///
    /// Any number of readers, also in other processes, work beside one writer, and none waits for the other.
    public static let lmdb = StoreType(
        name: "lmdb", product: "PolystoreLMDB", hasURL: true, options: LMDBOptions.declared,
        capabilities: RecordStore<LMDBEngine>.capabilities(of: LMDBEngine.limits),
        open: { (opening) throws(StoreError) in try LMDBOpener(opening).open() },
        metadata: { (url) throws(StoreError) in try LMDBMaintenance(url).metadata() },
        requireFree: { (url) throws(StoreError) in try LMDBMaintenance(url).requireFree() },
        destroy: { (url) throws(StoreError) in try LMDBMaintenance(url).destroy() },
        copy: { (source, target) throws(StoreError) in try LMDBMaintenance(source).copy(to: target) })
}
