import Foundation
import PolystoreModel
import PolystoreQuery
import PolystoreRandom
import PolystoreStorage
import Testing

@testable import PolystoreSQLite

/// A store of things with indexes of several kinds, and random questions about them.
enum ThingStore {
    static func make() throws -> TestStore {
        var model = ModelDescription(name: "things")
        model.entities = [
            TestModel.entity("Owner", [TestModel.attribute("name", .string)]),
            TestModel.entity(
                "Thing",
                [
                    TestModel.attribute("number", .integer64), TestModel.attribute("small", .integer16),
                    TestModel.attribute("amount", .double), TestModel.attribute("made", .date),
                    TestModel.attribute("isGood", .boolean), TestModel.attribute("name", .string),
                    TestModel.attribute("mark", .uuid), TestModel.attribute("price", .decimal),
                    TestModel.attribute("photo", .binary),
                ], [TestModel.toOne("owner", "Owner")]
            ) { entity in
                entity.indexes = ["number", "small", "made"].map { name in
                    .init(name: "by_\(name)", elements: [.init(property: name)])
                }
                entity.indexes.append(
                    .init(name: "by_amount", elements: [.init(property: "amount", isAscending: false)]))
                entity.indexes.append(
                    .init(
                        name: "by_both",
                        elements: [.init(property: "isGood"), .init(property: "small", isAscending: false)]))
            },
            TestModel.entity("Odd", parent: "Thing", [TestModel.attribute("oddity", .integer32)]),
        ]
        return try TestStore(ManagedObjectModel(model))
    }

    /// A store with five owners and things under the keys from 1 on, with random values.
    static func filled(_ count: Int64, _ random: inout RandomSource) throws -> TestStore {
        let store = try make()
        try store.insert((1...5).map { try store.row("Owner", $0) })
        try store.insert(
            (1...count).map { key in
                let row = try store.row("Thing", key)
                try change(row, store, &random, all: true)
                return row
            })
        return store
    }

    static let numbers: [Int64] = [
        .min, .min + 1, -1 << 53, -32769, -1, 0, 1, 2, 127, 128, 32768, 1 << 40, (1 << 53) + 1, .max - 1, .max,
    ]
    static let doubles: [Double] = [
        -.infinity, -1e300, -2.5, -1, 0, 0.1, 1, 2, 2.5, 32768, 0x1p53, 0x1p63, 1e300, .infinity,
    ]

    /// A value that an attribute can have, or nothing.
    static func value(_ name: String, _ random: inout RandomSource) -> Value {
        if Int.random(in: 0..<8, using: &random) == 0 { return .missing }
        // Some rows go on on pages of their own, and some data are not in rows.
        let isLong = Int.random(in: 0..<100, using: &random) == 0
        switch name {
        case "number": return .integer(numbers.randomElement(using: &random) ?? 0)
        case "small": return .integer(Int64(Int16.random(in: -20...20, using: &random)))
        case "oddity": return .integer(Int64(Int32.random(in: -70_000...70_000, using: &random)))
        case "amount": return .double(doubles.randomElement(using: &random) ?? 0)
        case "made": return .date(Date(timeIntervalSinceReferenceDate: Double.random(in: -9...9, using: &random)))
        case "isGood": return .boolean(Bool.random(using: &random))
        case "mark": return .uuid(UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)))
        case "price": return .decimal(Decimal(Int.random(in: -99...99, using: &random)) / 8)
        case "photo":
            let length = isLong ? 5000 : [0, 3, 100].randomElement(using: &random) ?? 0
            return .data(Data(repeating: 7, count: length))
        default:
            let length = isLong ? 4500 : [0, 1, 20, 20, 70, 200].randomElement(using: &random) ?? 0
            return .string(String(repeating: "é", count: length))
        }
    }

    static let attributes = ["number", "small", "amount", "made", "isGood", "name", "mark", "price", "photo"]

    /// Gives a row random values; most keep those that they have.
    static func change(_ row: MutableRow, _ store: TestStore, _ random: inout RandomSource, all: Bool) throws {
        for name in attributes where all || Int.random(in: 0..<4, using: &random) == 0 {
            try store.set(row, name, value(name, &random))
        }
        if all || Bool.random(using: &random) {
            try store.set(row, "owner", .object(store.id("Owner", Int64.random(in: 1...5, using: &random))))
        }
    }

    /// A comparison of a number with a number.
    static func condition(_ store: TestStore, _ random: inout RandomSource) throws -> ResolvedPredicate {
        let name = ["number", "small", "amount", "made", "isGood"].randomElement(using: &random) ?? "small"
        let comparator =
            [FetchComparison.Operator.equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual]
            .randomElement(using: &random) ?? .equal
        var compared = value(name, &random)
        if compared == .missing { compared = name == "isGood" ? .boolean(true) : .integer(3) }
        if name == "made", case .integer = compared { compared = .date(Date(timeIntervalSinceReferenceDate: 1)) }
        return .comparison(
            ResolvedComparison(.path(try store.path("Thing", name)), comparator, .constant(compared)))
    }

    /// A query of conditions on numbers, in an order or not.
    static func query(_ store: TestStore, _ random: inout RandomSource) throws -> StoreQuery {
        var query = try store.query("Thing")
        let isPart = Int.random(in: 0..<4, using: &random) == 0
        if isPart { query.entities = try [#require(store.model.entity(named: "Odd"))] }
        let parts = try (0..<Int.random(in: 0...3, using: &random)).map { _ in try condition(store, &random) }
        query.predicate = .conjunction(parts)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: break
        case 1: query.isOrdered = true
        default:
            let name = ["number", "small", "amount", "made", "isGood"].randomElement(using: &random) ?? "small"
            query.sortKeys = [
                ResolvedSortKey(try store.path("Thing", name), ascending: Bool.random(using: &random))
            ]
            query.isOrdered = true
        }
        if query.isOrdered, Bool.random(using: &random) { query.limit = Int.random(in: 0...60, using: &random) }
        return query
    }

    /// The rows that a plan finds, as bytes in their order.
    static func rows(_ snapshot: SQLiteSnapshot, _ plan: StorePlan) throws -> [[UInt8]] {
        var rows: [[UInt8]] = []
        try snapshot.rows(plan) { batch in
            rows += batch.map { Array($0.bytes) }
            return true
        }
        return plan.isSorted ? rows : rows.sorted { $0.lexicographicallyPrecedes($1) }
    }

    /// The rows that a query must find, in its order, by testing and sorting all rows without the engine.
    static func expected(_ snapshot: SQLiteSnapshot, _ query: StoreQuery) throws -> [[UInt8]] {
        let source = SnapshotSource(snapshot)
        let evaluator = query.predicate.map(PredicateEvaluator.init)
        let ordering = RowOrdering(query.sortKeys, stores: [snapshot.context.number])
        var found: [(place: [UInt8], row: [UInt8])] = []
        var failure: (any Error)?
        try snapshot.rows(.scan(StoreQuery(entities: query.entities))) { batch in
            do {
                for row in batch where try evaluator?.matches(row, source: source) ?? true {
                    found.append((try ordering.sortBytes(of: row, source: source), Array(row.bytes)))
                }
            } catch {
                failure = error
            }
            return failure == nil
        }
        if let failure { throw failure }
        guard query.isOrdered else { return found.map(\.row).sorted { $0.lexicographicallyPrecedes($1) } }
        let sorted = found.sorted { $0.place.lexicographicallyPrecedes($1.place) }.map(\.row)
        return query.limit.map { Array(sorted.prefix($0)) } ?? sorted
    }
}
