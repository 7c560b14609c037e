import PolystoreRandom
import PolystoreRecordLayer
import PolystoreStorage
import Testing

@testable import PolystoreMemory

@Suite("A persistent ordered tree")
struct OrderedTreeTests {
    static func put(_ tree: inout OrderedTree, _ key: [UInt8], _ value: [UInt8]) {
        var finger = TreeFinger()
        key.withUnsafeBytes { key in value.withUnsafeBytes { value in tree.put(key, value, &finger) } }
    }

    static func remove(_ tree: inout OrderedTree, _ key: [UInt8]) -> Bool {
        var finger = TreeFinger()
        return key.withUnsafeBytes { tree.remove($0, &finger) }
    }

    static func entries(
        _ tree: OrderedTree, _ range: KeyRange = .all, _ direction: ScanDirection = .forward, limit: Int = .max
    ) throws -> [(key: [UInt8], value: [UInt8])] {
        var result: [(key: [UInt8], value: [UInt8])] = []
        try tree.scanRuns(range, direction) { (run) throws(StoreError) in
            result += run.prefix(limit - result.count).map { (Array($0.key), Array($0.value)) }
            return result.count < limit
        }
        return result
    }

    /// The same, handed out in runs.
    static func entriesOfRuns(
        _ tree: OrderedTree, _ range: KeyRange, _ direction: ScanDirection
    ) throws -> [(key: [UInt8], value: [UInt8])] {
        var result: [(key: [UInt8], value: [UInt8])] = []
        try tree.scanRuns(range, direction) { (run) throws(StoreError) in
            result += run.map { (Array($0.key), Array($0.value)) }
            return true
        }
        return result
    }

    static func expectEqual(_ tree: OrderedTree, _ model: SortedEntries) throws {
        let found = try entries(tree)
        #expect(tree.count == model.entries.count)
        #expect(found.elementsEqual(model.entries) { $0.key == $1.key && $0.value == $1.value })
    }

    @Test("a tree equals a sorted array through random changes, and its copies keep what they showed")
    func random() throws {
        var source = RandomSource()
        for keyLimit: UInt8 in [3, 255] {
            var tree = OrderedTree()
            var model = SortedEntries()
            var copies: [(OrderedTree, SortedEntries)] = []
            for step in 0..<6000 {
                let key = source.bytes(Int.random(in: 1...(keyLimit == 3 ? 8 : 24), using: &source), upTo: keyLimit)
                switch Int.random(in: 0..<10, using: &source) {
                case 0..<(step < 4000 ? 6 : 3):
                    let isLarge = Int.random(in: 0..<40, using: &source) == 0
                    let value = source.bytes(Int.random(in: 0...(isLarge ? 9000 : 150), using: &source))
                    Self.put(&tree, key, value)
                    model.put(key, value)
                default:
                    let victim = model.entries.randomElement(using: &source)?.key ?? key
                    let chosen = Bool.random(using: &source) ? victim : key
                    #expect(Self.remove(&tree, chosen) == model.remove(chosen))
                }
                if Int.random(in: 0..<500, using: &source) == 0 { copies.append((tree, model)) }
                #expect(key.withUnsafeBytes { tree.value(for: $0).map(Array.init) } == model.value(key))
            }
            try Self.expectEqual(tree, model)
            for (copy, expected) in copies { try Self.expectEqual(copy, expected) }
            try ranges(tree, model, keyLimit, &source)
            for entry in model.entries { #expect(Self.remove(&tree, entry.key)) }
            #expect(tree.count == 0)
            #expect(tree.root == nil)
        }
    }

    @Test("a value that grows is found again, also where it is alone in its page")
    func growing() throws {
        for first in [10, 3000] {
            var tree = OrderedTree()
            for key: UInt8 in 1...9 { Self.put(&tree, [key], [UInt8](repeating: key, count: first)) }
            for size in [3500, 5000, 9000, 20_000] {
                for key: UInt8 in [5, 1, 9, 2] {
                    let value = [UInt8](repeating: key, count: size)
                    Self.put(&tree, [key], value)
                    #expect([key].withUnsafeBytes { tree.value(for: $0).map(Array.init) } == value)
                    #expect(try Self.entries(tree).map(\.key) == (1...9).map { [$0] })
                }
            }
            for key: UInt8 in 1...9 { #expect(Self.remove(&tree, [key])) }
            #expect(tree.count == 0)
        }
    }

    private func ranges(
        _ tree: OrderedTree, _ model: SortedEntries, _ keyLimit: UInt8, _ source: inout RandomSource
    ) throws {
        for _ in 0..<300 {
            let lower = source.bytes(Int.random(in: 0...4, using: &source), upTo: keyLimit)
            let isOpen = Int.random(in: 0..<4, using: &source) == 0
            let upper = isOpen ? nil : source.bytes(Int.random(in: 1...4, using: &source), upTo: keyLimit)
            let range = KeyRange(lower: lower, upper: upper)
            let expected = model.range(lower, upper).map(\.key)
            #expect(try Self.entries(tree, range).map(\.key) == expected)
            #expect(try Self.entries(tree, range, .backward).map(\.key) == expected.reversed())
            #expect(tree.count(range, limit: .max) == expected.count)
            for direction in [ScanDirection.forward, .backward] {
                let (single, runs) = try (
                    Self.entries(tree, range, direction), Self.entriesOfRuns(tree, range, direction)
                )
                #expect(single.elementsEqual(runs) { $0.key == $1.key && $0.value == $1.value })
            }
            let limit = Int.random(in: 1...20, using: &source)
            #expect(try Self.entries(tree, range, .backward, limit: limit).count == min(limit, expected.count))
            #expect(tree.count(range, limit: limit) == min(limit, expected.count))
        }
    }

    @Test("runs go over the ends of pages, and end where the visitor wants no more")
    func runs() throws {
        var tree = OrderedTree()
        for number: UInt8 in 0..<200 { Self.put(&tree, [number], [UInt8](repeating: number, count: 400)) }
        for direction in [ScanDirection.forward, .backward] {
            for most in [1, 3, 10] {
                var lengths: [Int] = []
                try tree.scanRuns(.all, direction) { (run) throws(StoreError) in
                    lengths.append(run.count)
                    return lengths.count < most
                }
                #expect(lengths == Array([64, 64, 64, 8].prefix(most)))
            }
        }
    }

    @Test("ascending keys fill pages, long keys and large values find room")
    func shapes() throws {
        var tree = OrderedTree()
        var model = SortedEntries()
        for number in 0..<5000 {
            let key = Array("key-\(String(number + 100_000))".utf8)
            Self.put(&tree, key, [UInt8](repeating: 1, count: 100))
            model.put(key, [UInt8](repeating: 1, count: 100))
        }
        for number in 0..<200 {
            let key = [UInt8](repeating: UInt8(number), count: 511)
            let value = [UInt8](repeating: 2, count: number * 100)
            Self.put(&tree, key, value)
            model.put(key, value)
        }
        try Self.expectEqual(tree, model)
    }

    @Test("a savepoint undoes what came after it, and a snapshot sees commits only")
    func transactions() throws {
        let engine = MemoryEngine()
        let transaction = engine.begin(.full)
        func put(_ key: UInt8, _ value: UInt8) throws {
            try [key].withUnsafeBytes { key in try [value].withUnsafeBytes { try transaction.put(.records, key, $0) } }
        }
        func value(_ reading: some OrderedReading, _ key: UInt8) throws -> UInt8? {
            try [key].withUnsafeBytes { try reading.value(.records, $0)?.first }
        }
        try put(1, 1)
        transaction.beginSavepoint()
        try put(1, 2)
        try put(2, 2)
        transaction.beginSavepoint()
        try put(3, 3)
        transaction.commit()
        transaction.rollback()
        #expect(try value(transaction, 1) == 1)
        #expect(try value(transaction, 2) == nil)
        #expect(try value(transaction, 3) == nil)
        #expect(try value(engine.snapshot(), 1) == nil)
        transaction.commit()
        #expect(try value(engine.snapshot(), 1) == 1)
    }
}
