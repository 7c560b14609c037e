import PolystoreModel
import PolystoreStorage

extension RecordWriter {
    /// Removes all entries of an index.
    func removeIndex(_ number: UInt16) throws(StoreError) {
        var prefix: [UInt8] = []
        KeyEncoding.append(number, to: &prefix)
        try collected(.indexes, KeyRange(prefix: prefix)) { (key) throws(StoreError) in try remove(.indexes, key) }
    }

    /// Makes the entries of some indexes from all rows.
    func build(_ numbers: Set<UInt16>) throws(StoreError) {
        try entries.inOrder { () throws(StoreError) in try makeEntries(numbers) }
    }

    private func makeEntries(_ numbers: Set<UInt16>) throws(StoreError) {
        try collected(.records, .all) { (key) throws(StoreError) in
            let stored = try key.withUnsafeBytesTyped { (raw) throws(StoreError) in
                try transaction.value(.records, raw)
            }
            guard let stored, key.count == RecordKey.length else { return }
            let root = UInt16(key[0]) << 8 | UInt16(key[1])
            scratch.replace(with: stored)
            let objectKey = key.withUnsafeBytes { RecordKey.key(atEndOf: $0) }
            let bytes = UnsafeRawBufferPointer(start: scratch.base, count: stored.count)
            let row = try reader.view(bytes, root, objectKey)
            for binding in try catalog.layout(of: row).bindings where numbers.contains(binding.definition.number) {
                try entries.put(row, binding)
            }
        }
    }

    /// Visits keys while what they belong to is being changed: some at a time, collected before each change.
    private func collected(
        _ table: EngineTable, _ range: KeyRange, _ body: ([UInt8]) throws(StoreError) -> Void
    ) throws(StoreError) {
        var range = range
        while true {
            var keys: [[UInt8]] = []
            try transaction.scan(table, range, .forward) { (key, _) throws(StoreError) in
                keys.append(Array(key))
                return keys.count < 1024
            }
            for key in keys { try body(key) }
            guard let last = keys.last else { return }
            range.lower = last + [0]
        }
    }
}
