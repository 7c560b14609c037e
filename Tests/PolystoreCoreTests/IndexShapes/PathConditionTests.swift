import Foundation
import Polystore
import Testing

@Suite("Conditions on what a to-one relationship leads to", .serialized)
struct PathConditionTests {
    private static let stores = ["memory", "lmdb"]

    @Test("a value at the end of a path is found by the indexes of both ends", arguments: stores)
    func indexes(_ name: String) throws {
        let store = try GoodsStore(name)
        let goods = FetchRequest(Goods.self)
        try IndexExpectation.expect(goods.where(Goods.maker.name == "maker 8"), in: store) { $0.maker == 8 }
        try IndexExpectation.expect(goods.where(Goods.maker.name == "nobody"), in: store) { _ in false }
        try IndexExpectation.expect(goods.where(Goods.maker.name.isIn(["maker 8", "maker 9", "-"])), in: store) {
            [8, 9].contains($0.maker)
        }
        let both = goods.where(Goods.maker.name.hasPrefix("maker 3") && Goods.note == 7)
        try IndexExpectation.expect(both, in: store, reaching: { $0.note == 7 }) {
            ($0.maker.map { "\($0)".hasPrefix("3") } ?? false) && $0.note == 7
        }
        let first = goods.where(Goods.maker.name == "maker 8").sorted(by: Goods.rank).limit(5)
        let ranks = GoodsStore.rows.filter { $0.maker == 8 }.map(\.rank).sorted()
        let context = store.container.newConfinedContext()
        #expect(try context.fetch(first).map { $0.rank } == Array(ranks.prefix(5)))
    }

    @Test("objects of lower levels at the beginning of a path", arguments: stores)
    func inheritedOwners(_ name: String) throws {
        let store = try GoodsStore(name)
        let rare = FetchRequest(RareGoods.self).where(Goods.maker.name == "maker 8")
        let others = GoodsStore.rows.count { $0.maker == 8 && $0.level < 2 }
        try IndexExpectation.expect(rare, in: store, passing: others) { $0.maker == 8 && $0.level == 2 }
    }

    /// A condition, and which goods satisfy it.
    private struct Condition: Sendable {
        let format: String
        let matches: @Sendable (GoodsRow) -> Bool

        init(_ format: String, _ matches: @escaping @Sendable (GoodsRow) -> Bool) {
            (self.format, self.matches) = (format, matches)
        }
    }

    private static func group(_ row: GoodsRow) -> Int? { row.maker.flatMap { $0 < 5 ? nil : $0 % 5 } }

    /// Conditions that the indexes of both ends answer, and their neighbours that they do not or only in part.
    private static let conditions = [
        // What holds for a missing value finds objects without a destination.
        Condition("maker.name == nil") { $0.maker == nil },
        Condition("maker.name != nil") { $0.maker != nil },
        Condition("maker.name != 'maker 8'") { $0.maker != 8 },
        Condition("NOT maker.name == 'maker 8'") { $0.maker != 8 },
        Condition("maker.name IN {'maker 8', nil}") { $0.maker == 8 },
        Condition("maker == nil") { $0.maker == nil },
        Condition("maker.group == nil") { $0.maker.map { $0 < 5 } ?? true },
        // Two steps, of which each may lead nowhere.
        Condition("maker.group.name == 'maker 3'") { group($0) == 3 },
        Condition("maker.group.name == nil") { group($0) == nil },
        Condition("maker.group.group.name == 'maker 3'") { _ in false },
        Condition("maker.group.name == 'maker 3' AND maker.name BEGINSWITH 'maker 1'") {
            group($0) == 3 && "\($0.maker ?? 0)".hasPrefix("1")
        },
        // Alternatives, of the same path and of others.
        Condition("maker.name == 'maker 8' OR maker.name == 'maker 9'") { [8, 9].contains($0.maker) },
        Condition("maker.name == 'maker 8' OR note == 7") { $0.maker == 8 || $0.note == 7 },
        Condition("maker.name == 'maker 8' OR maker == nil") { $0.maker == 8 || $0.maker == nil },
        Condition("NOT (maker.name == 'maker 8' OR note == nil)") { $0.maker != 8 && $0.note != nil },
        // What no index of the destination answers.
        Condition("maker.name ENDSWITH ' 8'") { $0.maker == 8 },
        Condition("maker.name ==[c] 'MAKER 8'") { $0.maker == 8 },
        Condition("maker.goods.@count > 64") { row in
            row.maker.map { maker in GoodsStore.rows.count { $0.maker == maker } > 64 } ?? false
        },
        // A path on both sides.
        Condition("maker.name == maker.group.name") { $0.maker == nil },
    ]

    @Test("neighbours of a path's condition find what the rows say, in one store and in two", arguments: stores)
    func neighbours(_ name: String) throws {
        // No durable store refers into a volatile one.
        for makers in name == "memory" ? [nil, "memory", "lmdb"] : [nil, "lmdb"] {
            let store = try GoodsStore(name, makers: makers)
            let context = store.container.newConfinedContext()
            for condition in Self.conditions {
                let request = FetchRequest(Goods.self).where(try FetchPredicate(format: condition.format))
                let expected = GoodsStore.rows.filter(condition.matches).map(\.code).sorted()
                let found: [Goods] = try context.fetch(request)
                let codes = found.map { $0.code }.sorted()
                #expect(codes == expected, "\(condition.format)")
                #expect(try context.count(request) == expected.count, "\(condition.format)")
            }
        }
    }

    @Test("changes that were not saved count, at both ends of a path", arguments: stores)
    func unsaved(_ name: String) throws {
        let store = try GoodsStore(name)
        let context = store.container.newConfinedContext()
        func codes(_ maker: String) throws -> [String] {
            let found: [Goods] = try context.fetch(FetchRequest(Goods.self).where(Goods.maker.name == maker))
            return found.map { $0.code }.sorted()
        }
        let eight = GoodsStore.rows.filter { $0.maker == 8 }.map(\.code).sorted()
        #expect(try codes("maker 8") == eight)
        let maker = try #require(try context.first(FetchRequest(Maker.self).where(Maker.name == "maker 8")))
        maker.name = "renamed"
        #expect(try codes("renamed") == eight)
        #expect(try codes("maker 8").isEmpty)
        let moved = try #require(try context.first(FetchRequest(Goods.self).where(Goods.code == eight[0])))
        let gone = try #require(try context.first(FetchRequest(Goods.self).where(Goods.code == eight[1])))
        moved.maker = nil
        context.delete(gone)
        #expect(try codes("renamed") == Array(eight.dropFirst(2)))
        try context.save()
        #expect(try codes("renamed") == Array(eight.dropFirst(2)))
        #expect(try codes("maker 8").isEmpty)
    }
}
