import PolystoreRandom
import Foundation
import PolystoreModel
import PolystoreQuery
import PolystoreStorage
import Testing

@testable import PolystoreSQLite

@Suite("Filters and orders in SQL")
struct FilterTests {
    /// People, managers and clerks with random values, links between them, and some rows that were edited outside.
    static func populated(_ predicates: inout RandomPredicates) throws -> TestStore {
        let store = predicates.store
        var rows: [MutableRow] = []
        for key in 1...60 as ClosedRange<Int64> {
            let entity = ["Person", "Manager", "Clerk"][Int(key % 3)]
            let row = try store.row(entity, key)
            for name in RandomPredicates.attributes where Int.random(in: 0..<4, using: &predicates.random) > 0 {
                try store.set(row, name, predicates.value(name))
            }
            if key % 4 != 0 {
                let boss = Int64.random(in: 1...60, using: &predicates.random)
                try store.set(row, "boss", .object(store.id("Person", boss)))
            }
            if key % 5 != 0 { try store.set(row, "employer", .object(store.id("Company", 1 + key % 3))) }
            rows.append(row)
        }
        for key in 1...3 as ClosedRange<Int64> { rows.append(try store.row("Company", key)) }
        for key in 1...6 as ClosedRange<Int64> {
            rows.append(try store.row("Tag", key, key == 6 ? [:] : ["label": predicates.value("label")]))
        }
        try store.insert(rows)
        var changes = StoreChanges()
        for name in ["tags", "friends", "likes"] {
            let relationship = try #require(try store.entity("Person").relationship(named: name))
            let join = try #require(relationship.join)
            let isForward = join.forward === relationship
            for _ in 0..<80 {
                let person = try store.id("Person", Int64.random(in: 1...60, using: &predicates.random))
                let other =
                    name == "tags"
                    ? try store.id("Tag", Int64.random(in: 1...6, using: &predicates.random))
                    : try store.id("Person", Int64.random(in: 1...60, using: &predicates.random))
                let (source, target) = isForward ? (person, other) : (other, person)
                changes.links.append(.init(join: join, source: source, target: target, kind: .put))
                if join.isReflexive {
                    changes.links.append(.init(join: join, source: target, target: source, kind: .put))
                }
            }
        }
        try store.save(changes)
        try store.edit("UPDATE ZPERSON SET ZSALARY = 2.5, ZAGE = 1 WHERE Z_PK % 7 = 0")
        try store.edit("UPDATE ZPERSON SET ZNAME = 'ab' WHERE Z_PK % 11 = 0")
        return store
    }

    @Test("what a plan finds and leaves is what the evaluator finds on all rows")
    func filtersAreExact() throws {
        var predicates = RandomPredicates(store: try TestStore(), random: RandomSource())
        let store = try Self.populated(&predicates)
        let snapshot = try store.snapshot()
        let source = SnapshotSource(snapshot)
        let everything = StorePlan.scan(try store.query("Person"))
        var exact = 0
        for _ in 0..<400 {
            let predicate = try predicates.predicate(depth: 3)
            let plan = store.store.plan(try store.query("Person", predicate))
            if plan.residual == nil { exact += 1 }
            let expected = try keys(snapshot, everything, predicate, source)
            let found = try keys(snapshot, plan, plan.residual, source)
            #expect(found.sorted() == expected.sorted(), "\(predicate)\n\(store.store.explain(plan))")
            if plan.residual == nil { #expect(try snapshot.count(plan) == expected.count) }
            if found.sorted() != expected.sorted() { return }
        }
        #expect(exact > 100)
    }

    @Test("orders in SQL are those of the reference, with the key last and a limit where it may be")
    func ordersAreTotal() throws {
        var predicates = RandomPredicates(store: try TestStore(), random: RandomSource())
        let store = try Self.populated(&predicates)
        let snapshot = try store.snapshot()
        let source = SnapshotSource(snapshot)
        for _ in 0..<100 {
            var query = try store.query("Person")
            for _ in 0..<Int.random(in: 1...2, using: &predicates.random) {
                let name = RandomPredicates.attributes.randomElement(using: &predicates.random) ?? "name"
                let prefix = Bool.random(using: &predicates.random) ? ["boss"] : []
                let bits = name == "name" ? UInt8.random(in: 0..<4, using: &predicates.random) : 0
                query.sortKeys.append(
                    ResolvedSortKey(
                        try store.path("Person", prefix + [name]), ascending: Bool.random(using: &predicates.random),
                        options: .init(rawValue: bits)))
            }
            query.isOrdered = true
            query.limit = 17
            let plan = store.store.plan(query)
            #expect(plan.isSorted && plan.isLimited)
            let ordering = RowOrdering(query.sortKeys, stores: [snapshot.context.number])
            var expected: [(place: [UInt8], key: Int64)] = []
            var failure: (any Error)?
            try snapshot.rows(StorePlan.scan(try store.query("Person"))) { batch in
                for row in batch {
                    do {
                        expected.append((try ordering.sortBytes(of: row, source: source), row.key))
                    } catch {
                        failure = error
                    }
                }
                return true
            }
            if let failure { throw failure }
            expected.sort { $0.place.lexicographicallyPrecedes($1.place) }
            #expect(
                try keys(snapshot, plan, nil, source) == expected.prefix(17).map(\.key), "\(store.store.explain(plan))")
        }
    }

    private func keys(
        _ snapshot: SQLiteSnapshot, _ plan: StorePlan, _ filter: ResolvedPredicate?, _ source: SnapshotSource
    ) throws -> [Int64] {
        let evaluator = filter.map(PredicateEvaluator.init)
        var keys: [Int64] = []
        var failure: (any Error)?
        try snapshot.rows(plan) { batch in
            do {
                for row in batch where try evaluator?.matches(row, source: source) ?? true { keys.append(row.key) }
                return true
            } catch {
                failure = error
                return false
            }
        }
        if let failure { throw failure }
        return keys
    }
}
