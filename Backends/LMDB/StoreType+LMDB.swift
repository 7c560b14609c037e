import PolystoreRecordLayer
import PolystoreStorage

extension StoreType {
    /// Stores in LMDB files: one file each, mapped into memory, up to the limit `mapSize` that is given when it is
    /// opened.
    ///
    /// Any number of readers, also in other processes, work beside one writer, and none waits for the other.
    public static let lmdb = StoreType.inFiles(of: LMDBFile.self, name: "lmdb", product: "PolystoreLMDB")
}
