import PolystoreRandom
import Foundation
import PolystoreModel
import Testing

@testable import PolystoreQuery

@Suite("The order of rows")
struct RowOrderingTests {
    private func sorted(
        _ world: World, _ keys: [SortKey], limit: Int? = nil
    ) throws -> [Int64] {
        let resolver = RequestResolver(model: world.model)
        let entity = try world.entity("Person")
        let sorter = RowSorter(RowOrdering(try keys.map { try resolver.resolve($0, for: entity) }), limit: limit)
        let objects = try world.objects(of: "Person")
        for (number, object) in objects.enumerated() {
            try sorter.add(try #require(world.row(object.id)), number, source: world)
        }
        return sorter.finish().map { objects[$0].id.key }
    }

    /// The order of one key by plain comparison of values.
    private func isBefore(_ left: Value, _ right: Value, _ key: SortKey) -> Bool? {
        if left.isMissing || right.isMissing {
            if left.isMissing == right.isMissing { return nil }
            return left.isMissing == key.isAscending
        }
        if NaiveValues.less(left, right, key.options) { return key.isAscending }
        if NaiveValues.less(right, left, key.options) { return !key.isAscending }
        return nil
    }

    @Test("rows come in the order of the sort keys, ended by the key in the direction of the last")
    func random() throws {
        var random = RandomPredicates(random: RandomSource())
        let paths = (RandomPredicates.numeric + ["active", "birthday", "code", "home", "name"]).flatMap {
            [[$0], ["boss", $0]]
        }
        for _ in 0..<200 {
            let world = try random.world()
            let keys = (0..<3).map { _ in
                let path = random.pick(paths)
                let options = FetchComparison.Options(rawValue: path.last == "name" ? random.pick([0, 1, 2, 3]) : 0)
                return SortKey(path, ascending: random.chance(50), options: options)
            }
            func value(_ object: World.Object, _ key: SortKey) -> Value {
                let keyPath = key.keyPath ?? []
                if keyPath.count == 1 { return object.values[keyPath[0]] ?? .missing }
                let boss = object.related["boss"]?.first.flatMap { world.objects[$0] }
                return boss?.values[keyPath[1]] ?? .missing
            }
            let expected = try world.objects(of: "Person").sorted { left, right in
                for key in keys {
                    if let answer = isBefore(value(left, key), value(right, key), key) { return answer }
                }
                return keys[2].isAscending ? left.id.key < right.id.key : left.id.key > right.id.key
            }.map(\.id.key)
            try #require(try sorted(world, keys) == expected, "\(keys)")
            let limit = Int.random(in: 0..<16, using: &random.random)
            try #require(try sorted(world, keys, limit: limit) == Array(expected.prefix(limit)))
        }
    }

    @Test("without sort keys the order is that of the keys")
    func noKeys() throws {
        let world = try World()
        for _ in 0..<5 { try world.insert("Person") }
        try world.pack()
        #expect(try sorted(world, []) == [1, 2, 3, 4, 5])
    }

    @Test("the first few of many are the first few of all")
    func firstFew() throws {
        var random = RandomSource()
        let world = try World()
        for _ in 0..<2_000 {
            try world.insert("Person", ["level": .integer(Int64.random(in: -500...500, using: &random))])
        }
        try world.pack()
        for ascending in [true, false] {
            let key = SortKey(["level"], ascending: ascending)
            #expect(try sorted(world, [key], limit: 37) == Array(try sorted(world, [key]).prefix(37)))
        }
    }

    @Test("the first few of many are the first few of all, by numbers of any size and by those that are missing")
    func firstFewNumbers() throws {
        var random = RandomSource()
        func integer(_ bits: Int) -> Int64 { Int64(truncatingIfNeeded: random.next()) >> Int64(64 - bits) }
        let edges: [Double] = [0, -0.0, 1, -1, .infinity, -.infinity, .leastNonzeroMagnitude, .greatestFiniteMagnitude]
        let world = try World()
        for _ in 0..<1_500 {
            var values: [String: Value] = [
                "age": .integer(integer(Int.random(in: 1...16, using: &random))),
                "badge": .integer(integer(Int.random(in: 1...64, using: &random))),
                "score": .double(
                    Int.random(in: 0..<8, using: &random) == 0
                        ? edges[Int.random(in: 0..<8, using: &random)]
                        : Double(integer(64)) / pow(2, Double(Int.random(in: 0..<90, using: &random)))),
                "height": .double(Double(integer(20)) / 64), "active": .boolean(random.next() & 1 == 0),
            ]
            for name in values.keys.sorted() where Int.random(in: 0..<20, using: &random) == 0 { values[name] = nil }
            try world.insert("Person", values)
        }
        try world.pack()
        for name in ["age", "badge", "score", "height", "active"] {
            for (first, second) in [(true, true), (true, false), (false, true), (false, false)] {
                let keys = [SortKey([name], ascending: first), SortKey(["badge"], ascending: second)]
                for limit in [1, 50, 90] {
                    let all = try sorted(world, keys).prefix(limit)
                    try #require(try sorted(world, keys, limit: limit) == Array(all), "\(keys), the first \(limit)")
                }
            }
        }
    }

    @Test("text with zero bytes, and text that begins other text, keeps its place before the next key")
    func zeroBytes() throws {
        let world = try World()
        for name in ["a\u{0}b", "a", "a\u{0}", "ab", "", "a\u{1}"] {
            try world.insert("Person", ["name": .string(name)])
        }
        try world.pack()
        let key = SortKey(["name"])
        #expect(try sorted(world, [key]) == [5, 2, 3, 1, 6, 4])
        #expect(try sorted(world, [SortKey(["name"], ascending: false)]) == [4, 6, 1, 3, 2, 5])
    }
}
