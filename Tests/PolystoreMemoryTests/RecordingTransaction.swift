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

    func change(_ table: EngineTable, _ changes: UnsafeBufferPointer<KeyChange>) {
        changedKeys += changes.map { Array($0.key) }
        transaction.change(table, changes)
    }

    func value(_ table: EngineTable, _ key: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
        transaction.value(table, key)
    }

    func scanRuns(
        _ table: EngineTable, _ range: KeyRange, _ direction: ScanDirection, _ visit: RunVisitor
    ) throws(StoreError) {
        try transaction.scanRuns(table, range, direction, visit)
    }

    func beginSavepoint() { transaction.beginSavepoint() }
    func commit() { transaction.commit() }
    func rollback() { transaction.rollback() }
}
