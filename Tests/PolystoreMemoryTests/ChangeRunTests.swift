import PolystoreRandom
import PolystoreRecordLayer
import PolystoreStorage
import Testing

@testable import PolystoreMemory

@Suite("Changes that a memory transaction gets together")
struct ChangeRunTests {
    /// How long keys and values are, and how many keys there are at most.
    struct Shape {
        var keyLength: Int
        var valueLength: Int
        var keys: Int
    }

    private static let shapes = [
        Shape(keyLength: 4, valueLength: 2, keys: 20_000), Shape(keyLength: 30, valueLength: 60, keys: 3_000),
        Shape(keyLength: 150, valueLength: 300, keys: 600), Shape(keyLength: 4, valueLength: 5_000, keys: 200),
    ]

    /// Keys in the order of numbers: of two that follow each other, the second may begin with all of the first.
    private static func key(_ number: Int, _ shape: Shape) -> [UInt8] {
        let bytes = withUnsafeBytes(of: UInt32(number / 2).bigEndian) { Array($0) }
        let start = [UInt8](repeating: 7, count: shape.keyLength - 4) + bytes
        return number % 2 == 0 ? start : start + [UInt8](repeating: 0, count: 1 + number % 3)
    }

    private static func change(
        _ transaction: MemoryTransaction, _ changes: [(key: [UInt8], value: [UInt8]?)]
    ) {
        let bytes = changes.flatMap { $0.key + ($0.value ?? []) }
        bytes.withUnsafeBytes { bytes in
            var start = 0
            func next(_ count: Int) -> UnsafeRawBufferPointer {
                defer { start += count }
                return UnsafeRawBufferPointer(rebasing: bytes[start..<start + count])
            }
            let made = changes.map { change in
                let key = next(change.key.count)
                return KeyChange(key, change.value.map { next($0.count) })
            }
            made.withUnsafeBufferPointer { transaction.change(.indexes, $0) }
        }
    }

    @Test("they leave what a sorted array has after them, and what others see as it was", arguments: shapes.indices)
    func random(_ place: Int) throws {
        let shape = Self.shapes[place]
        var source = RandomSource()
        let engine = MemoryEngine()
        var model = SortedEntries()
        var seen: [(MemorySnapshot, SortedEntries)] = []
        for round in 0..<30 {
            let transaction = engine.begin(.full)
            let nests = source.chance(2)
            if nests { transaction.beginSavepoint() }
            // Some runs fill, some empty; some are dense, some lie all over the keys.
            let (span, removals) = (1 + source.below(shape.keys), source.below(11))
            let first = source.below(shape.keys - span + 1)
            let isDense = source.chance(3)
            var changes: [(key: [UInt8], value: [UInt8]?)] = []
            for number in first..<first + span where isDense || source.chance(1 + round % 9) {
                let length = source.chance(60) ? source.below(9_000) : source.below(shape.valueLength + 1)
                changes.append(
                    (Self.key(number, shape), source.below(10) < removals ? nil : source.bytes(length)))
            }
            Self.change(transaction, changes)
            for (key, value) in changes {
                if let value { model.put(key, value) } else { _ = model.remove(key) }
            }
            for (key, value) in changes.prefix(50) {
                #expect(key.withUnsafeBytes { transaction.value(.indexes, $0).map(Array.init) } == value)
            }
            if nests { transaction.commit() }
            transaction.commit()
            seen.append((engine.snapshot(), model))
            if round % 10 == 9 {
                for (snapshot, expected) in seen.suffix(4) { try expected.expectEqual(snapshot, .indexes) }
            }
        }
        for (snapshot, expected) in seen { try expected.expectEqual(snapshot, .indexes) }
    }

    @Test("that remove everything leave nothing, not even a page", arguments: [1, 3, 700, 20_000])
    func emptying(_ count: Int) throws {
        let shape = Self.shapes[0]
        let transaction = MemoryEngine().begin(.full)
        Self.change(transaction, (0..<count).map { (Self.key($0, shape), [1, 2]) })
        #expect(transaction.count(.indexes, .all, limit: .max) == count)
        Self.change(transaction, (0..<count).map { (Self.key($0, shape), nil) })
        try SortedEntries().expectEqual(transaction, .indexes)
        Self.change(transaction, (0..<count).map { (Self.key($0, shape), [3]) })
        #expect(transaction.count(.indexes, .all, limit: .max) == count)
    }

    @Test("that take most of the entries leave few pages: those with little are united")
    func uniting() throws {
        let shape = Self.shapes[0]
        var (tree, finger) = (OrderedTree(), TreeFinger())
        let keys = (0..<20_000).map { Self.key($0, shape) }
        func change(_ chosen: [[UInt8]], _ value: [UInt8]?) {
            let bytes = chosen.flatMap { $0 } + (value ?? [])
            bytes.withUnsafeBytes { bytes in
                let stored = value.map { UnsafeRawBufferPointer(rebasing: bytes.suffix($0.count)) }
                var start = 0
                let changes = chosen.map { key in
                    defer { start += key.count }
                    return KeyChange(UnsafeRawBufferPointer(rebasing: bytes[start..<start + key.count]), stored)
                }
                changes.withUnsafeBufferPointer { tree.change($0, &finger) }
            }
        }
        change(keys, [1, 2])
        let before = Self.leaves(tree.root)
        change(keys.enumerated().filter { $0.offset % 50 != 0 }.map(\.element), nil)
        #expect(tree.count == 400)
        #expect(Self.leaves(tree.root) * 10 < before)
    }

    private static func leaves(_ node: TreeNode?) -> Int {
        guard let node else { return 0 }
        guard let children = node.children else { return 1 }
        return (0..<node.count).reduce(0) { $0 + leaves(children[$1].takeUnretainedValue()) }
    }
}
