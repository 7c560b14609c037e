import PolystoreRecordLayer
import PolystoreStorage
import Testing

/// A plain sorted array of entries: what a tree must be equal to.
struct SortedEntries {
    private(set) var entries: [(key: [UInt8], value: [UInt8])] = []

    private func position(_ key: [UInt8]) -> Int {
        var low = 0
        var high = entries.count
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].key.lexicographicallyPrecedes(key) { low = middle + 1 } else { high = middle }
        }
        return low
    }

    mutating func put(_ key: [UInt8], _ value: [UInt8]) {
        let index = position(key)
        if index < entries.count, entries[index].key == key {
            entries[index].value = value
        } else {
            entries.insert((key, value), at: index)
        }
    }

    mutating func remove(_ key: [UInt8]) -> Bool {
        let index = position(key)
        guard index < entries.count, entries[index].key == key else { return false }
        entries.remove(at: index)
        return true
    }

    func value(_ key: [UInt8]) -> [UInt8]? {
        let index = position(key)
        return index < entries.count && entries[index].key == key ? entries[index].value : nil
    }

    func range(_ lower: [UInt8], _ upper: [UInt8]?) -> ArraySlice<(key: [UInt8], value: [UInt8])> {
        let first = position(lower)
        let last = upper.map(position) ?? entries.count
        return entries[first..<max(first, last)]
    }

    /// Expects a table to hold exactly these.
    func expectEqual(_ reading: some OrderedReading, _ table: EngineTable) throws {
        let found = try Self.entries(reading, table)
        #expect(found.elementsEqual(entries) { $0.key == $1.key && $0.value == $1.value })
        #expect(try reading.count(table, .all, limit: .max) == entries.count)
    }

    /// All that a table holds.
    static func entries(
        _ reading: some OrderedReading, _ table: EngineTable
    ) throws -> [(key: [UInt8], value: [UInt8])] {
        var result: [(key: [UInt8], value: [UInt8])] = []
        try reading.scan(table, .all, .forward) { (key, value) throws(StoreError) in
            result.append((Array(key), Array(value)))
            return true
        }
        return result
    }
}
