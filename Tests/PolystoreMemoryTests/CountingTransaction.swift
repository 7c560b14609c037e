import PolystoreMemory
import PolystoreRecordLayer
import PolystoreStorage

/// A transaction that counts what it is asked for.
final class CountingTransaction: OrderedTransaction {
    private let transaction: MemoryTransaction
    private let engine: CountingEngine
    private var operations = EngineOperations()
    private var savepoints = 0

    init(_ transaction: MemoryTransaction, _ engine: CountingEngine) {
        self.transaction = transaction
        self.engine = engine
    }

    func value(_ table: EngineTable, _ key: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
        operations.lookUps += 1
        return transaction.value(table, key)
    }

    func scanRuns(
        _ table: EngineTable, _ range: KeyRange, _ direction: ScanDirection, _ visit: RunVisitor
    ) throws(StoreError) {
        operations.scans += 1
        try transaction.scan(table, range, direction) { (key, value) throws(StoreError) in
            operations.visited += 1
            var entry: Entry = (key, value)
            return try withUnsafePointer(to: &entry) { (entry) throws(StoreError) in
                try visit(UnsafeBufferPointer(start: entry, count: 1))
            }
        }
    }

    func count(_ table: EngineTable, _ range: KeyRange, limit: Int) -> Int {
        operations.scans += 1
        let count = transaction.count(table, range, limit: limit)
        operations.visited += count
        return count
    }

    func change(_ table: EngineTable, _ changes: UnsafeBufferPointer<KeyChange>) {
        for change in changes {
            if let value = change.value {
                operations.puts += 1
                operations.bytes += change.key.count + value.count
            } else {
                operations.removals += 1
            }
        }
        transaction.change(table, changes)
    }

    func beginSavepoint() {
        transaction.beginSavepoint()
        savepoints += 1
    }

    func commit() {
        transaction.commit()
        end()
    }

    func rollback() {
        transaction.rollback()
        end()
    }

    private func end() {
        if savepoints == 0 { engine.add(operations) } else { savepoints -= 1 }
    }
}
