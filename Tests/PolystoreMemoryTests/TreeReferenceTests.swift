import PolystoreRandom
import PolystoreRecordLayer
import PolystoreStorage
import Testing

@testable import PolystoreMemory

@Suite("References of a tree to rows elsewhere")
struct TreeReferenceTests {
    /// Values that stay where they are, for trees to refer to; each has a number.
    private final class Elsewhere {
        private var values: [UnsafeMutableRawBufferPointer] = []

        deinit { for value in values { value.deallocate() } }

        func put(_ tree: inout OrderedTree, _ key: [UInt8], _ value: [UInt8], replaces: Bool = true) -> Bool {
            let kept = UnsafeMutableRawBufferPointer.allocate(byteCount: value.count, alignment: 8)
            kept.copyBytes(from: value)
            values.append(kept)
            guard let row = kept.baseAddress else { return false }
            let reference = RowReference(row: UnsafeRawPointer(row), batch: UInt32(values.count))
            var finger = TreeFinger()
            return reference.withValue(rowLength: value.count) { value in
                key.withUnsafeBytes { key in
                    if !replaces { return tree.insert(key, value, &finger) }
                    tree.put(key, value, &finger)
                    return true
                }
            }
        }

        var count: Int { values.count }
    }

    private static func values(_ tree: OrderedTree, _ keys: [[UInt8]]) -> [[UInt8]?] {
        var found = [UnsafeRawBufferPointer?](repeating: nil, count: keys.count)
        keys.flatMap(\.self).withUnsafeBytes { names in
            found.withUnsafeMutableBufferPointer { tree.values(for: names, $0) }
        }
        return found.map { $0.map(Array.init) }
    }

    @Test("values of pages and rows elsewhere replace each other, and are found alone, together and in order")
    func mixed() throws {
        var source = RandomSource()
        // Keys that lie evenly, as those of rows do, and keys most of which lie close to each other.
        for spread in [1, 3, 40] {
            let elsewhere = Elsewhere()
            var (tree, model) = (OrderedTree(), SortedEntries())
            var numbers: [[UInt8]: UInt32] = [:]
            var copies: [(OrderedTree, SortedEntries)] = []
            for step in 0..<6000 {
                let number = source.chance(spread) ? source.below(4000) : source.below(100_000) * 700
                let key: [UInt8] = [7, 7] + withUnsafeBytes(of: UInt64(number).bigEndian) { Array($0) }
                switch source.below(step < 4000 ? 6 : 12) {
                case 0..<3:
                    let value = source.bytes(1 + source.below(300))
                    let replaces = !source.chance(4)
                    let isPut = elsewhere.put(&tree, key, value, replaces: replaces)
                    #expect(isPut == (replaces || model.value(key) == nil))
                    guard isPut else { break }
                    model.put(key, value)
                    numbers[key] = UInt32(elsewhere.count)
                case 3..<5:
                    let value = source.bytes(source.below(300))
                    OrderedTreeTests.put(&tree, key, value)
                    model.put(key, value)
                    numbers[key] = nil
                default:
                    let chosen = source.chance(2) ? model.entries.randomElement(using: &source)?.key ?? key : key
                    #expect(OrderedTreeTests.remove(&tree, chosen) == model.remove(chosen))
                    numbers[chosen] = nil
                }
                #expect(key.withUnsafeBytes { tree.value(for: $0).map(Array.init) } == model.value(key))
                #expect(key.withUnsafeBytes { tree.reference(for: $0)?.batch } == numbers[key])
                if source.chance(600) { copies.append((tree, model)) }
            }
            for (copy, expected) in copies + [(tree, model)] {
                try OrderedTreeTests.expectEqual(copy, expected)
                let runs = try OrderedTreeTests.entriesOfRuns(copy, .all, .backward)
                #expect(runs.elementsEqual(expected.entries.reversed()) { $0.key == $1.key && $0.value == $1.value })
                let keys = (0..<50).map { _ in expected.entries.randomElement(using: &source)?.key ?? [] }
                    .filter { !$0.isEmpty }
                #expect(Self.values(copy, keys) == keys.map(expected.value))
            }
            for entry in model.entries {
                #expect(entry.key.withUnsafeBytes { tree.reference(for: $0)?.batch } == numbers[entry.key])
                #expect(OrderedTreeTests.remove(&tree, entry.key))
            }
            #expect(tree.root == nil)
        }
    }
}
