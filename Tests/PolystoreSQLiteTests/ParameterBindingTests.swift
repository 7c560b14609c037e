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

extension ResolvedPredicate {
    /// The value that an attribute is compared with; nil for anything else, and for none.
    fileprivate var comparedValue: Value? {
        guard let (_, comparison) = attributeComparison, case .constant(let value) = comparison.right, !value.isMissing
        else { return nil }
        return value
    }
}
