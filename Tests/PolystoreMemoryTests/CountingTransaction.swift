import PolystoreMemory
import PolystoreRecordLayer
import PolystoreStorage

/// A transaction that counts what it is asked for.
final class CountingTransaction: OrderedTransaction {
    private let transaction: MemoryTransaction
    private let engine: CountingEngine
    private var operations = EngineOperations()

    init(_ transaction: MemoryTransaction, _ engine: CountingEngine) {
        self.transaction = transaction
        self.engine = engine
    }

    func value(_ table: EngineTable, _ key: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
        operations.lookUps += 1
        return transaction.value(table, key)
    }

    func scan(
        _ table: EngineTable, _ range: KeyRange, _ direction: ScanDirection, _ visit: Visitor
    ) throws(StoreError) {
        operations.scans += 1
        try transaction.scan(table, range, direction) { (key, value) throws(StoreError) in
            operations.visited += 1
            return try visit(key, value)
        }
    }

    func count(_ table: EngineTable, _ range: KeyRange, limit: Int) -> Int {
        operations.scans += 1
        let count = transaction.count(table, range, limit: limit)
        operations.visited += count
        return count
    }

    func put(_ table: EngineTable, _ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) {
        operations.puts += 1
        operations.bytes += key.count + value.count
        transaction.put(table, key, value)
    }

    func insert(_ table: EngineTable, _ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) -> Bool {
        operations.puts += 1
        operations.bytes += key.count + value.count
        return transaction.insert(table, key, value)
    }

    @discardableResult
    func remove(_ table: EngineTable, _ key: UnsafeRawBufferPointer) -> Bool {
        operations.removals += 1
        return transaction.remove(table, key)
    }

    func beginSavepoint() { transaction.beginSavepoint() }
    func releaseSavepoint() { transaction.releaseSavepoint() }
    func rollbackToSavepoint() { transaction.rollbackToSavepoint() }
    func prepare() { transaction.prepare() }

    func commit() {
        transaction.commit()
        engine.add(operations)
    }

    func rollback() {
        transaction.rollback()
        engine.add(operations)
    }
}
