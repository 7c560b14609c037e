import Foundation
import Polystore
import Testing

@Suite("Queries that indexes of every kind answer", .serialized)
struct IndexShapeTests {
    private static let stores = ["memory", "lmdb"]

    @Test("equality of both attributes of a compound index, of the first, and with a list", arguments: stores)
    func compoundEquality(_ name: String) throws {
        let store = try GoodsStore(name)
        let goods = FetchRequest(Goods.self)
        try IndexExpectation.expect(goods.where(Goods.category == 5 && Goods.day == 10), in: store) {
            $0.category == 5 && $0.day == 10
        }
        try IndexExpectation.expect(goods.where(Goods.day == 10 && Goods.category == 5), in: store) {
            $0.category == 5 && $0.day == 10
        }
        try IndexExpectation.expect(goods.where(Goods.category == 5), in: store) { $0.category == 5 }
        try IndexExpectation.expect(goods.where(Goods.category == 99 && Goods.day == 10), in: store) { _ in false }
        try IndexExpectation.expect(goods.where(Goods.category.isIn([3, 5, 99]) && Goods.day == 10), in: store) {
            [3, 5].contains($0.category) && $0.day == 10
        }
    }

    @Test("a range behind an equality of a compound index, in its order and backwards", arguments: stores)
    func compoundRange(_ name: String) throws {
        let store = try GoodsStore(name)
        let goods = FetchRequest(Goods.self)
        try IndexExpectation.expect(goods.where(Goods.category == 5 && Goods.day >= 10 && Goods.day < 14), in: store) {
            $0.category == 5 && (10..<14).contains($0.day)
        }
        try IndexExpectation.expect(goods.where(Goods.category == 5 && Goods.day > 47), in: store) {
            $0.category == 5 && $0.day > 47
        }
        for ascending in [true, false] {
            let sorted = goods.where(Goods.category == 5).sorted(by: Goods.day, ascending: ascending)
            try IndexExpectation.expect(sorted.limit(7), in: store, limit: 7) { $0.category == 5 }
        }
    }

    @Test("ranges and the first of a descending index, and its last", arguments: stores)
    func descending(_ name: String) throws {
        let store = try GoodsStore(name)
        let goods = FetchRequest(Goods.self)
        try IndexExpectation.expect(goods.where(Goods.score > 490), in: store) { $0.score > 490 }
        try IndexExpectation.expect(goods.where(Goods.score <= 2.5), in: store) { $0.score <= 2.5 }
        try IndexExpectation.expect(goods.where(Goods.score >= 100 && Goods.score < 104), in: store) {
            (100..<104).contains($0.score)
        }
        for ascending in [true, false] {
            let first = goods.sorted(by: Goods.score, ascending: ascending).limit(50)
            let highest = GoodsStore.rows.map(\.score).sorted(by: >)
            let bound = ascending ? highest[2950] : highest[49]
            try IndexExpectation.expect(first, in: store, limit: 50) {
                ascending ? $0.score <= bound : $0.score >= bound
            }
        }
        let below = goods.where(Goods.score < 300).sorted(by: Goods.score, ascending: false).limit(50)
        try IndexExpectation.expect(below, in: store, limit: 50) { $0.score < 300 && $0.score >= 280 }
    }

    @Test("numbers of other types than the attribute's are answered by its index", arguments: stores)
    func otherTypes(_ name: String) throws {
        let store = try GoodsStore(name)
        let half = Decimal(string: "2.5") ?? 0
        func request(_ format: String, _ argument: any PredicateArgument) throws -> FetchRequest<Goods> {
            FetchRequest(Goods.self).where(try FetchPredicate(format: format, argument))
        }
        try IndexExpectation.expect(try request("score <= %@", half), in: store) { $0.score <= 2.5 }
        try IndexExpectation.expect(try request("rank < %@", 2.5), in: store) { $0.rank < 3 }
        try IndexExpectation.expect(try request("rank >= %@", 2996.5), in: store) { $0.rank > 2996 }
        try IndexExpectation.expect(try request("rank == %@", 2.5), in: store) { _ in false }
        try IndexExpectation.expect(try request("rank < %@", half), in: store) { $0.rank < 3 }
        try IndexExpectation.expect(try request("rank < %@", -1e300), in: store) { _ in false }
        try IndexExpectation.expect(try request("rank == %@", 7.0), in: store) { $0.rank == 7 }
    }

    @Test("the beginning of a text, and a pattern that begins with it", arguments: stores)
    func textPrefix(_ name: String) throws {
        let store = try GoodsStore(name)
        for prefix in ["ü7-", "ü77-1", "ü", "x"] {
            try IndexExpectation.expect(FetchRequest(Goods.self).where(Goods.code.hasPrefix(prefix)), in: store) {
                $0.code.hasPrefix(prefix)
            }
        }
        try IndexExpectation.expect(FetchRequest(Goods.self).where(Goods.code == "ü77-1177"), in: store) {
            $0.code == "ü77-1177"
        }
    }

    @Test("an optional attribute: values, those that are missing, those that are not", arguments: stores)
    func optional(_ name: String) throws {
        let store = try GoodsStore(name)
        let goods = FetchRequest(Goods.self)
        try IndexExpectation.expect(goods.where(Goods.note == 7), in: store) { $0.note == 7 }
        try IndexExpectation.expect(goods.where(Goods.note == nil), in: store) { $0.note == nil }
        try IndexExpectation.expect(goods.where(Goods.note < 3), in: store) { $0.note.map { $0 < 3 } ?? false }
        try IndexExpectation.expect(goods.where(Goods.note > 57), in: store) { $0.note.map { $0 > 57 } ?? false }
    }

    @Test(
        "each of three levels of inheritance: entries of other entities are passed over by their numbers",
        arguments: stores)
    func inheritance(_ name: String) throws {
        let store = try GoodsStore(name)
        func isReached(_ row: GoodsRow) -> Bool { (1000..<1030).contains(row.rank) }
        let condition = Goods.rank >= 1000 && Goods.rank < 1030
        let reached = GoodsStore.rows.filter(isReached)
        try IndexExpectation.expect(FetchRequest(Goods.self).where(condition), in: store, isReached)
        let plain = reached.count { $0.level == 0 }
        try IndexExpectation.expect(FetchRequest(FragileGoods.self).where(condition), in: store, passing: plain) {
            isReached($0) && $0.level > 0
        }
        let others = reached.count { $0.level < 2 }
        try IndexExpectation.expect(FetchRequest(RareGoods.self).where(condition), in: store, passing: others) {
            isReached($0) && $0.level == 2
        }
        // In the order of the index, which is read in portions.
        let first = FetchRequest(RareGoods.self).where(condition).sorted(by: Goods.rank)
        try IndexExpectation.expect(first, in: store, passing: others) { isReached($0) && $0.level == 2 }
    }

    @Test("one of a hundred values, none of them, and one", arguments: stores)
    func lists(_ name: String) throws {
        let store = try GoodsStore(name)
        let rows = stride(from: 0, to: 3000, by: 30).map { GoodsStore.rows[$0] }
        let codes = Set(rows.map(\.code))
        let goods = FetchRequest(Goods.self)
        try IndexExpectation.expect(goods.where(Goods.code.isIn(rows.map(\.code))), in: store) {
            codes.contains($0.code)
        }
        try IndexExpectation.expect(goods.where(Goods.rank.isIn((0..<100).map { $0 * 30 })), in: store) {
            $0.rank % 30 == 0
        }
        try IndexExpectation.expect(goods.where(Goods.code.isIn(["ü1-1"])), in: store) { $0.code == "ü1-1" }
        try IndexExpectation.expect(goods.where(Goods.code.isIn([])), in: store) { _ in false }
        try IndexExpectation.expect(goods.where(Goods.rank.isIn([-1, 5000])), in: store) { _ in false }
    }
}
