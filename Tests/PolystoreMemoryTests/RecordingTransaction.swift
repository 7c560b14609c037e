import PolystoreMemory
import PolystoreRecordLayer
import PolystoreStorage

/// A transaction that remembers which keys were changed, in the order in which they were.
final class RecordingTransaction: OrderedTransaction {
    private let transaction: MemoryTransaction
    private(set) var changedKeys: [[UInt8]] = []

    init(_ transaction: MemoryTransaction) { self.transaction = transaction }

    /// Where runs of at most so many changes begin and end.
    func runs(of length: Int) -> [(start: Int, end: Int)] {
        stride(from: 0, to: changedKeys.count, by: length).map { ($0, min($0 + length, changedKeys.count)) }
    }

    func put(_ table: EngineTable, _ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) {
        changedKeys.append(Array(key))
        transaction.put(table, key, value)
    }

    func remove(_ table: EngineTable, _ key: UnsafeRawBufferPointer) -> Bool {
        changedKeys.append(Array(key))
        return transaction.remove(table, key)
    }

    func value(_ table: EngineTable, _ key: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
        transaction.value(table, key)
    }

    func scan(
        _ table: EngineTable, _ range: KeyRange, _ direction: ScanDirection, _ visit: Visitor
    ) throws(StoreError) {
        try transaction.scan(table, range, direction, visit)
    }

    func beginSavepoint() { transaction.beginSavepoint() }
    func releaseSavepoint() { transaction.releaseSavepoint() }
    func rollbackToSavepoint() { transaction.rollbackToSavepoint() }
    func prepare() {}
    func commit() { transaction.commit() }
    func rollback() { transaction.rollback() }
}
