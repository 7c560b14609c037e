import PolystoreMemory
import PolystoreRandom
import PolystoreStorage
import Testing

@testable import PolystoreRecordLayer

@Suite("Changes of index entries")
struct EntryChangesTests {
    private static func key(_ source: inout RandomSource) -> [UInt8] {
        // Few bytes and common beginnings, so that many keys are equal or differ late.
        let start = [UInt8](repeating: 9, count: [0, 7, 15, 22, 30].randomElement(using: &source) ?? 0)
        let key = start + source.bytes(Int.random(in: 1...12, using: &source), upTo: 2)
        // As in entries, no key without its last bytes is the beginning of another.
        return [0, UInt8(key.count)] + key
    }

    @Test("they are made in the order of keys, and of those of one key the last")
    func order() throws {
        var source = RandomSource()
        for count in [1, 2, 300, 7_000] {
            let transaction = MemoryEngine().begin(.full)
            let recorder = RecordingTransaction(transaction)
            let changes = EntryChanges(recorder, most: 1 << 12)
            var expected: [[UInt8]: UInt16?] = [:]
            var keys: [[UInt8]] = []
            try changes.inOrder { () throws(StoreError) in
                for _ in 0..<count {
                    let key = Self.key(&source)
                    keys.append(key)
                    if Int.random(in: 0..<3, using: &source) == 0 {
                        try changes.change(key, nil)
                        expected[key] = .some(nil)
                    } else {
                        let entity = UInt16.random(in: 0..<500, using: &source)
                        try changes.change(key, entity)
                        expected[key] = entity
                    }
                }
            }
            var sorted: [[UInt8]] = []
            for start in stride(from: 0, to: count, by: 1 << 12) {
                let waiting = Set(keys[start..<min(start + (1 << 12), count)])
                sorted += waiting.sorted { $0.lexicographicallyPrecedes($1) }
            }
            #expect(recorder.changedKeys == sorted)
            for (key, entity) in expected {
                let found = key.withUnsafeBytes { transaction.value(.indexes, $0).map(Array.init) }
                #expect(found == entity.map { [UInt8($0 & 0xFF), UInt8($0 >> 8)] })
            }
        }
    }

    @Test("outside of an order they are made at once, and what was collected for one that failed is forgotten")
    func atOnce() throws {
        let recorder = RecordingTransaction(MemoryEngine().begin(.full))
        let changes = EntryChanges(recorder)
        let error = #expect(throws: StoreError.self) {
            try changes.inOrder { () throws(StoreError) in
                try changes.change([1], 1)
                throw StoreError(.conflict)
            }
        }
        #expect(error?.code == .conflict)
        #expect(recorder.changedKeys.isEmpty)
        try changes.change([3], 1)
        try changes.change([2], nil)
        #expect(recorder.changedKeys == [[3], [2]])
        try changes.inOrder { () throws(StoreError) in try changes.change([4], 1) }
        #expect(recorder.changedKeys == [[3], [2], [4]])
    }

    @Test("keys that end with the keys of rows are put in order, whether the rows come in order or not")
    func endingWithRows() throws {
        var source = RandomSource()
        for length in [17, 19, 24, 26] {
            for isShuffled in [false, true] {
                let recorder = RecordingTransaction(MemoryEngine().begin(.full))
                let changes = EntryChanges(recorder)
                var rows = (0..<2_000).map { Int64($0 / 2) }
                if isShuffled { rows.shuffle(using: &source) }
                var keys: [[UInt8]] = []
                try changes.inOrder { () throws(StoreError) in
                    for (place, row) in rows.enumerated() {
                        // Few beginnings, so that the rows decide.
                        var key: [UInt8] = [0, UInt8(place % 2)] + source.bytes(1, upTo: 3)
                        key += [UInt8](repeating: 0, count: length - 8 - key.count)
                        KeyEncoding.append(signed: row, to: &key)
                        keys.append(key)
                        try changes.change(key, 1)
                    }
                }
                #expect(recorder.changedKeys == Set(keys).sorted { $0.lexicographicallyPrecedes($1) })
            }
        }
    }

    @Test("keys of several indexes that rows in order have entries in are put in order, missing values among them")
    func severalIndexes() throws {
        var source = RandomSource()
        for count in [1, 17, 300, 7_000] {
            let recorder = RecordingTransaction(MemoryEngine().begin(.full))
            let changes = EntryChanges(recorder, most: 1 << 12)
            var keys: [[UInt8]] = []
            try changes.inOrder { () throws(StoreError) in
                for row in 0..<count {
                    for (index, length) in [(UInt16(2), 8), (3, 12), (700, 16)] {
                        var key: [UInt8] = []
                        KeyEncoding.append(index, to: &key)
                        if source.chance(5) {
                            key.append(KeyEncoding.missing)
                        } else {
                            // Few values in the last bytes, so that rows share them.
                            key += [KeyEncoding.present] + [UInt8](repeating: 0, count: length - 2)
                            key += source.bytes(2, upTo: 3)
                        }
                        KeyEncoding.append(signed: Int64(row), to: &key)
                        keys.append(key)
                        try changes.change(key, 1)
                    }
                }
            }
            for (start, end) in recorder.runs(of: 1 << 12) {
                let sorted = keys[start..<end].sorted { $0.lexicographicallyPrecedes($1) }
                #expect(Array(recorder.changedKeys[start..<end]) == sorted)
            }
        }
    }
}
