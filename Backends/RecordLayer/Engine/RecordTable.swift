import PolystoreModel
import PolystoreStorage

/// The table of records of a transaction, apart from the others: one thread writes it while another writes those.
public protocol RecordTable: AnyObject {
    /// Sets the record of a key to a row, as `OrderedTransaction.putRow` does.
    func putRow(_ key: UnsafeRawBufferPointer, _ row: RowView, of batch: RowBatch) throws(StoreError)

    /// The same for a key that has no record; false when it has one, and then nothing changes.
    func insertRow(_ key: UnsafeRawBufferPointer, _ row: RowView, of batch: RowBatch) throws(StoreError) -> Bool

    /// Removes the record of a key, if there is one.
    func remove(_ key: UnsafeRawBufferPointer) throws(StoreError)
}
