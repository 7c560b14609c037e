import PolystoreModel
import PolystoreQuery
import PolystoreRandom
import PolystoreStorage
import Testing

@testable import PolystoreSQLite

@Suite("Plans that take other values")
struct ParameterBindingTests {
    @Test("a plan that takes other values is the one that would be made for them")
    func boundPlansAreThoseThatAreMade() throws {
        var predicates = RandomPredicates(store: try TestStore(), random: RandomSource())
        let store = predicates.store
        var bound = 0
        for _ in 0..<800 {
            var query = try store.query("Person")
            let count = Int.random(in: 0...2, using: &predicates.random)
            let parts = try (0..<count).map { _ in
                try predicates.plainComparison(among: RandomPredicates.attributes.count)
            }
            query.predicate = .conjunction(parts)
            if Bool.random(using: &predicates.random) {
                query.sortKeys = [ResolvedSortKey(try store.path("Person", "age"))]
                query.isOrdered = true
                query.limit = Bool.random(using: &predicates.random) ? parts.count + 1 : nil
            }
            let plan = store.store.plan(query)
            for _ in 0..<4 {
                // The same attributes and comparators, with other values of the same kinds.
                let others = try parts.map { part in try predicates.withOtherValue(part) }
                var other = query
                other.predicate = .conjunction(others)
                let values = others.compactMap(\.comparedValue)
                guard values.count == count, let again = store.store.rebind(plan, to: values) else { continue }
                bound += 1
                let made = store.store.plan(other)
                #expect(again.query == other && again.residual == nil && made.residual == nil)
                #expect((again.isSorted, again.isLimited) == (made.isSorted, made.isLimited))
                let (one, two) = (again.payload(as: SQLQuery.self), made.payload(as: SQLQuery.self))
                #expect(one != nil && one?.rows.sql == two?.rows.sql && one?.count.sql == two?.count.sql)
                #expect(one?.values == two?.values && one?.countedValues == two?.countedValues)
            }
        }
        #expect(bound > 400)
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

    @Test("conditions stand in the order of the request, and so do the values that they compare with")
    func conditionsStandInTheirOrder() throws {
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
        let name = SQLValue.text(Array("a".utf8))
        // Twice each: the second time, a known plan takes the values.
        for _ in 0..<2 {
            let first = try query(isNamed, isYoung)
            #expect(first.count.sql.contains("(t0.ZNAME = ? AND t0.ZAGE < ?)"))
            #expect(first.countedValues == [name, .integer(5)])
            let second = try query(isYoung, isNamed)
            #expect(second.count.sql.contains("(t0.ZAGE < ? AND t0.ZNAME = ?)"))
            #expect(second.countedValues == [.integer(5), name])
        }
    }
}

extension ResolvedPredicate {
    /// The value that an attribute is compared with; nil for anything else, and for none.
    fileprivate var comparedValue: Value? {
        guard let (_, comparison) = attributeComparison, case .constant(let value) = comparison.right, !value.isMissing
        else { return nil }
        return value
    }
}
