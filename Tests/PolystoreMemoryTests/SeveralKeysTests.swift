import PolystoreRandom
import PolystoreRecordLayer
import PolystoreStorage
import Testing

@testable import PolystoreMemory

@Suite("Several keys of a tree")
struct SeveralKeysTests {
    private static func values(_ tree: OrderedTree, _ keys: [[UInt8]]) -> [[UInt8]?] {
        var found = [UnsafeRawBufferPointer?](repeating: nil, count: keys.count)
        Array(keys.joined()).withUnsafeBytes { names in
            found.withUnsafeMutableBufferPointer { tree.values(for: names, $0) }
        }
        return found.map { $0.map(Array.init) }
    }

    /// A key that has a beginning in common with many others, or with none.
    private static func key(_ length: Int, _ limit: UInt8, _ source: inout RandomSource) -> [UInt8] {
        let start = source.pick([[], [7], [7, 7, 7, 7, 7], [0, 255, 0, 255, 0, 255]] as [[UInt8]]).prefix(length)
        return start + source.bytes(length - start.count, upTo: limit)
    }

    /// A key as a record has it.
    private static func record(_ number: Int) -> [UInt8] {
        [0, 1, 128] + withUnsafeBytes(of: UInt64(bitPattern: Int64(number)).bigEndian) { Array($0.dropFirst()) }
    }

    @Test("looked up together, keys have the values that they have alone", arguments: [2, 255] as [UInt8])
    func together(limit: UInt8) {
        var source = RandomSource()
        var tree = OrderedTree()
        for size in [0, 1, 30, 3000] {
            var keys: [[UInt8]] = []
            for _ in 0..<size {
                let key = Self.key(Int.random(in: 1...16, using: &source), limit, &source)
                OrderedTreeTests.put(&tree, key, source.bytes(Int.random(in: 0...150, using: &source)))
                keys.append(key)
            }
            for key in keys where source.chance(3) { _ = OrderedTreeTests.remove(&tree, key) }
            for length in 1...16 {
                let known = keys.filter { $0.count == length }
                let asked = (0..<source.below(100)).map { _ in
                    known.isEmpty || source.chance(3) ? Self.key(length, limit, &source) : source.pick(known)
                }
                let expected = asked.map { key in key.withUnsafeBytes { tree.value(for: $0).map(Array.init) } }
                #expect(Self.values(tree, asked) == expected)
            }
        }
    }

    @Test("keys as records have them are found together")
    func records() {
        var source = RandomSource()
        var tree = OrderedTree()
        for number in 1...20_000 where number % 5 != 0 {
            OrderedTreeTests.put(&tree, Self.record(number), Array(Self.record(number).reversed()))
        }
        for _ in 0..<50 {
            let numbers = (0..<source.below(200)).map { _ in source.below(21_000) }
            let expected = numbers.map { number in
                number == 0 || number > 20_000 || number % 5 == 0 ? nil : Array(Self.record(number).reversed())
            }
            #expect(Self.values(tree, numbers.map(Self.record)) == expected)
        }
    }

    @Test(
        "keys that lie unevenly are found alone and together, and those that are gone are not",
        arguments: [1, 2, 3, 4])
    func unevenly(power: Int) {
        var source = RandomSource()
        var tree = OrderedTree()
        var kept: Set<Int> = []
        for base in 1...6000 {
            let number = (0..<power).reduce(1) { product, _ in product * base }
            OrderedTreeTests.put(&tree, Self.record(number), Self.record(-number))
            kept.insert(number)
        }
        // Whole stretches go as well, so that what was noted of the ends of a page is of keys that are gone.
        for (place, number) in kept.sorted().enumerated() where place / 90 % 3 == 0 || source.chance(4) {
            #expect(OrderedTreeTests.remove(&tree, Self.record(number)))
            kept.remove(number)
        }
        let all = (1...6000).flatMap { base in
            let number = (0..<power).reduce(1) { product, _ in product * base }
            return [number - 1, number, number + 1]
        }
        let expected = all.map { kept.contains($0) ? Self.record(-$0) : nil }
        let alone = all.map { number in
            Self.record(number).withUnsafeBytes { tree.value(for: $0).map(Array.init) }
        }
        #expect(alone == expected)
        #expect(Self.values(tree, all.map(Self.record)) == expected)
    }

    @Test("keys of which many look alike to a search are found alone and together", arguments: [2, 5, 9, 40, 200])
    func alike(number: Int) {
        var source = RandomSource()
        var tree = OrderedTree()
        var kept: [[UInt8]: [UInt8]] = [:]
        // So many keys follow each other whose first bytes are the same, up to behind those that a search compares.
        let keys = (1...3000).map { Self.record($0 / number) + [0, 0, 0, 0, UInt8($0 % number)] }
        for key in keys where !source.chance(4) {
            kept[key] = source.bytes(12)
            OrderedTreeTests.put(&tree, key, kept[key] ?? [])
        }
        let expected = keys.map { kept[$0] }
        #expect(keys.map { key in key.withUnsafeBytes { tree.value(for: $0).map(Array.init) } } == expected)
        #expect(Self.values(tree, keys) == expected)
    }
}
