import PolystoreRandom
import PolystoreRecordLayer
import PolystoreStorage
import Testing

@testable import PolystoreMemory

@Suite("Changes of a memory transaction in the order of their keys")
struct OrderedChangesTests {
    /// Keys whose order is that of the numbers; they differ so late that inner pages have few children, and the tree three
    /// levels.
    private static func key(_ number: Int) -> [UInt8] {
        [UInt8](repeating: 9, count: 120) + withUnsafeBytes(of: UInt32(number).bigEndian) { Array($0) }
    }

    private static func change(
        _ transaction: MemoryTransaction, _ model: inout SortedEntries, _ number: Int, _ source: inout RandomSource
    ) throws {
        let key = Self.key(number)
        let value = source.bytes(source.chance(200) ? 6000 : source.below(60))
        try key.withUnsafeBytes { name in
            let known = transaction.value(.records, name).map(Array.init)
            #expect(known == model.value(key))
            try value.withUnsafeBytes { bytes in
                switch source.below(8) {
                case 0:
                    #expect(try transaction.insert(.records, name, bytes) == (known == nil))
                    if known == nil { model.put(key, value) }
                case 1..<5:
                    try transaction.put(.records, name, bytes)
                    model.put(key, value)
                default:
                    try transaction.remove(.records, name)
                    #expect(model.remove(key) == (known != nil))
                }
            }
        }
    }

    @Test("runs of changes equal a sorted array, with savepoints, and leave what others see as it was")
    func runs() throws {
        var source = RandomSource()
        let engine = MemoryEngine()
        var model = SortedEntries()
        var seen: [(MemorySnapshot, SortedEntries)] = []
        for round in 0..<6 {
            let transaction = engine.begin(.full)
            for _ in 0..<3 {
                let before = model
                transaction.beginSavepoint()
                // Dense runs fall into one leaf after the other; most are ascending, as those of a save are.
                let (first, length) = (source.below(4000), source.below(900))
                var run = (0..<length).map { first + $0 * (1 + round % 3) }
                if source.chance(4) { run.reverse() }
                for number in run { try Self.change(transaction, &model, number, &source) }
                if source.chance(3) {
                    transaction.rollback()
                    model = before
                } else {
                    transaction.commit()
                }
                for number in run.prefix(20) { try Self.change(transaction, &model, number, &source) }
            }
            try model.expectEqual(transaction, .records)
            transaction.commit()
            seen.append((engine.snapshot(), model))
        }
        for (snapshot, expected) in seen { try expected.expectEqual(snapshot, .records) }
    }

    @Test("a tree that is filled and emptied in order has nothing left")
    func emptying() throws {
        let transaction = MemoryEngine().begin(.full)
        var source = RandomSource()
        var model = SortedEntries()
        for number in 0..<3000 {
            let (key, value) = (Self.key(number), source.bytes(40))
            try key.withUnsafeBytes { key in try value.withUnsafeBytes { try transaction.put(.records, key, $0) } }
            model.put(key, value)
        }
        for number in 0..<3000 {
            let key = Self.key(number)
            // The second finds nothing.
            for _ in 0..<2 { try key.withUnsafeBytes { try transaction.remove(.records, $0) } }
            let wasThere = model.remove(key)
            #expect(wasThere)
            if number % 500 == 499 { try model.expectEqual(transaction, .records) }
        }
        #expect(try SortedEntries.entries(transaction, .records).isEmpty)
    }

    @Test("a change during a scan leaves what the scan shows")
    func scanning() throws {
        let transaction = MemoryEngine().begin(.full)
        for number in 0..<200 {
            try Self.key(number).withUnsafeBytes { try transaction.put(.records, $0, $0) }
        }
        let before = try SortedEntries.entries(transaction, .records)
        var shown: [[UInt8]] = []
        try transaction.scan(.records, .all, .forward) { (key, _) throws(StoreError) in
            shown.append(Array(key))
            let other = Self.key(shown.count * 7 % 200)
            let removal = other.withUnsafeBytes { key in
                Result { () throws(StoreError) in try transaction.remove(.records, key) }
            }
            try removal.get()
            return true
        }
        #expect(shown == before.map(\.key))
        #expect(try SortedEntries.entries(transaction, .records).count < 200)
    }
}
