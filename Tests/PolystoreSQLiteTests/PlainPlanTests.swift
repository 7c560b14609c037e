import PolystoreModel
import PolystoreQuery
import PolystoreRandom
import PolystoreStorage
import Testing

@testable import PolystoreSQLite

@Suite("Plans of plain queries")
struct PlainPlanTests {
    @Test("a plan that is kept for a shape is the one that would be made for each of its values")
    func keptPlansAreThoseThatAreMade() throws {
        var predicates = RandomPredicates(store: try TestStore(), random: RandomSource())
        let store = predicates.store
        let planner = QueryPlanner(context: store.store.context)
        var kept = 0
        var bound = 0
        var plans: [PlainQuery.Shape: StorePlan] = [:]
        for _ in 0..<800 {
            var query = try store.query("Person")
            let parts = try (0..<Int.random(in: 0...2, using: &predicates.random)).map { _ in
                try predicates.plainComparison(among: RandomPredicates.attributes.count)
            }
            query.predicate = .conjunction(parts)
            if Bool.random(using: &predicates.random) {
                query.sortKeys = [ResolvedSortKey(try store.path("Person", "age"))]
                query.isOrdered = true
                query.limit = Bool.random(using: &predicates.random) ? parts.count + 1 : nil
            }
            if let plain = PlainQuery(query),
                planner.context.plainPlans.plan(plain.shape)?.plan(plain, for: query) != nil
            {
                kept += 1
            }
            let found = planner.plan(query)
            let made = planner.finish(query, try #require(planner.start(query)))
            #expect(found.query == made.query)
            #expect(found.residual == made.residual)
            #expect((found.isSorted, found.isLimited) == (made.isSorted, made.isLimited))
            let (one, other) = (found.payload as? SQLQuery, made.payload as? SQLQuery)
            #expect(one?.rows.sql == other?.rows.sql)
            #expect(one?.count.sql == other?.count.sql)
            #expect(one?.values == other?.values)
            #expect(one?.countedValues == other?.countedValues)
            #expect(one != nil && one?.reader === other?.reader)
            guard let plain = PlainQuery(query), let earlier = plans.updateValue(found, forKey: plain.shape),
                earlier.limit == query.limit, let again = store.store.rebind(earlier, to: plain.values)
            else { continue }
            bound += 1
            #expect(again.query == query && again.residual == nil)
            #expect((again.isSorted, again.isLimited) == (made.isSorted, made.isLimited))
            let last = again.payload(as: SQLQuery.self)
            #expect(last?.rows == one?.rows && last?.count == one?.count && last?.values == one?.values)
        }
        #expect(kept > 200)
        #expect(bound > 200)
    }

    @Test("queries of one shape run one statement, whatever their values")
    func oneShapeIsOneStatement() throws {
        let store = try TestStore()
        var shapes: Set<SQLShape> = []
        for age in 0..<5 {
            let path = ResolvedOperand.path(try store.path("Person", "age"))
            let predicate = ResolvedPredicate.comparison(
                ResolvedComparison(path, .less, .constant(.integer(Int64(age)))))
            let plan = store.store.plan(try store.query("Person", predicate))
            let query = try #require(plan.payload as? SQLQuery)
            shapes.formUnion([query.rows, query.count])
            #expect(query.values == [.integer(Int64(age))])
        }
        #expect(shapes.count == 2)
    }

    @Test("what is kept is bounded, and what was forgotten is planned again")
    func theTableIsBounded() throws {
        let store = try TestStore()
        let planner = QueryPlanner(context: store.store.context)
        let table = PlainPlanTable(limit: 2)
        var shapes: [PlainQuery.Shape] = []
        for name in ["age", "height", "steps"] {
            let predicate = ResolvedPredicate.comparison(
                ResolvedComparison(.path(try store.path("Person", name)), .equal, .constant(.integer(1))))
            let query = try store.query("Person", predicate)
            let plain = try #require(PlainQuery(query))
            let start = try #require(planner.start(query))
            let plan = PlainPlan(plain, start, planner.finish(query, start), in: store.store.context)
            table.keep(try #require(plan), for: plain.shape)
            shapes.append(plain.shape)
        }
        #expect(shapes.map { table.plan($0) != nil } == [false, false, true])
    }

    @Test(
        "comparisons with values stand in the order of their columns, before functions, unless one of them could fail")
    func columnsComeInTheirOrder() throws {
        let store = try TestStore()
        func comparison(
            _ name: String, _ comparator: FetchComparison.Operator, _ value: Value
        ) throws -> ResolvedPredicate {
            .comparison(ResolvedComparison(.path(try store.path("Person", name)), comparator, .constant(value)))
        }
        func query(_ parts: ResolvedPredicate...) throws -> SQLQuery {
            try #require(
                store.store.plan(try store.query("Person", .conjunction(parts))).payload as? SQLQuery)
        }
        let isNamed = try comparison("name", .equal, .string("a"))
        let isYoung = try comparison("age", .less, .integer(5))
        for wanted in [try query(isNamed, isYoung), try query(isNamed, isYoung), try query(isYoung, isNamed)] {
            #expect(wanted.count.sql.contains("(t0.ZAGE < ? AND t0.ZNAME = ?)"))
            #expect(wanted.countedValues == [.integer(5), .text(Array("a".utf8))])
        }
        let reads = try comparison("name", .contains, .string("b"))
        let looksLike = try comparison("name", .like, .string("c*"))
        #expect(
            try query(reads, isNamed, looksLike, isYoung).countedValues.map(\.text)
                == [nil, "a", "b", "c*"])
        let fits = try comparison("name", .matches, .string("a.*"))
        #expect(try query(isNamed, isYoung, fits).count.sql.contains("(t0.ZNAME = ? AND t0.ZAGE < ? AND CASE"))
    }
}

extension SQLValue {
    fileprivate var text: String? {
        if case .text(let bytes) = self { String(decoding: bytes, as: UTF8.self) } else { nil }
    }
}
