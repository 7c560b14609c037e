import PolystoreRandom
import Foundation
import PolystoreModel
import PolystoreQuery
import PolystoreStorage
import Testing

@testable import PolystoreSQLite

@Suite("Expressions in SQL")
struct ExpressionFilterTests {
    /// What a filter comes to: the keys that it finds, or the error of the query that it ends in.
    private enum Outcome: Equatable {
        case found([Int64])
        case failed(QueryError)
    }

    private func outcome(
        _ snapshot: SQLiteSnapshot, _ plan: StorePlan, _ filter: ResolvedPredicate?, _ source: SnapshotSource
    ) throws -> Outcome {
        let evaluator = filter.map(PredicateEvaluator.init)
        var keys: [Int64] = []
        var failure: (any Error)?
        do {
            try snapshot.rows(plan) { batch in
                do {
                    for row in batch where try evaluator?.matches(row, source: source) ?? true { keys.append(row.key) }
                    return true
                } catch {
                    failure = error
                    return false
                }
            }
        } catch {
            guard error.code == .evaluation else { throw error }
            failure = error.cause
        }
        guard let failure else { return .found(keys.sorted()) }
        return .failed(try #require(failure as? QueryError, "\(failure)"))
    }

    @Test("what SQL finds by expressions is what the evaluator finds, and it fails only where the evaluator does")
    func expressionsAreExact() throws {
        var predicates = RandomPredicates(store: try TestStore(), random: RandomSource())
        let store = try FilterTests.populated(&predicates)
        let snapshot = try store.snapshot()
        let source = SnapshotSource(snapshot)
        let everything = StorePlan.scan(try store.query("Person"))
        let resolver = RequestResolver(model: store.model)
        var expressions = RandomExpressions(random: predicates.random)
        var (asked, exact, failed) = (0, 0, 0)
        let count = Int(ProcessInfo.processInfo.environment["POLYSTORE_CASES"] ?? "") ?? 400
        while asked < count {
            let text = expressions.predicate(2)
            let predicate: ResolvedPredicate
            do {
                predicate = try resolver.resolve(try FetchPredicate(format: text), for: try store.entity("Person"))
            } catch is QueryError {
                // Some combinations mean nothing.
                continue
            }
            asked += 1
            let plan = store.store.plan(try store.query("Person", predicate))
            if plan.residual == nil { exact += 1 }
            let expected = try outcome(snapshot, everything, predicate, source)
            let found = try outcome(snapshot, plan, plan.residual, source)
            if case .failed = expected {
                failed += 1
                // SQL may decide without the operand that fails, and then finds rows, or meets another failure later.
                continue
            }
            #expect(found == expected, "\(text)\n\(store.store.explain(plan))")
            if found != expected { return }
            if case .found(let keys) = found, plan.residual == nil { #expect(try snapshot.count(plan) == keys.count) }
        }
        #expect(exact * 10 > asked * 9, "\(exact) of \(asked) in SQL")
        #expect(failed * 2 < asked)
    }

    /// Filters that SQL does alone, of every form.
    static let compiled = [
        "age + 1 > 30", "age * height - steps / 2 <= 7", "salary + 0.1 = 1.1", "score ** 2 > 4", "age ** 2 = 49",
        "modulus:by:(age, 5) = 1", "abs(age) = 3", "floor(score) = 2", "trunc(salary) < 0", "sqrt(age) > 1",
        "bitwiseAnd:with:(age, 1) = 1", "leftshift:by:(age, 2) = 4", "onesComplement(age) = -8",
        "born + 86400 > date(0)", "born - boss.born > 3600", "uppercase(name) = 'ADA'", "length(name) > 2",
        "canonical(name) = 'e'", "CAST(age, 'string') = '7'", "CAST(name, 'integer') = 7", "noindex(age) = 3",
        "TERNARY(age = nil, 0, age) < 10", "age BETWEEN {height, steps + 1}", "age IN {height, 3, boss.age}",
        "name MATCHES 'a.*'", "name LIKE[c] boss.name", "salary > score", "age = salary", "age < reports.@count",
        "boss.reports.@count = 2", "reports.@sum.age > 40", "reports.@avg.salary >= 1.5", "reports.@max.name = 'ab'",
        "median({age, height}) > 2", "max({score, ratio}) > 1", "reports.@min.born < boss.born",
        "ANY reports.age > SELF.age", "ALL reports.@unionOfObjects.age > 4",
        "NONE reports.@unionOfArrays.tags.label = 'a'",
        "ANY reports.@unionOfArrays.reports.friends.age > 6", "ANY tags.label = boss.name", "count(reports.tags) > 2",
        "SUBQUERY(reports, $x, $x.age > 3).@count > 1", "SUBQUERY(reports, $x, $x.salary > SELF.salary).@count = 0",
        "SUBQUERY(friends, $x, ANY $x.tags.label = 'a')[SIZE] > 0", "ANY SUBQUERY(reports, $x, $x.age > 3).name = 'a'",
        "SUBQUERY(reports, $x, SUBQUERY($x.friends, $y, $y.age > $x.age).@count > 0).@count > 0", "age IN reports.age",
        "(reports.age UNION {1, 2})[SIZE] > 2", "(reports MINUS friends).@count > 0", "SELF IN friends",
        "count(reports.@distinctUnionOfObjects.name) > 1", "friends CONTAINS boss", "boss = SELF", "boss.boss = SELF",
        "employer.staff.@count > 1", "ANY employer.staff.boss.age > 3", "count(reports.age) = 1", "age > 1 + 2 * 3",
    ]

    /// Filters of which rows are looked at, and why.
    static let onRows = [
        ("name ==[l] 'a'", "the rules of a locale are the process's"),
        ("($x := age + 1) * $x = 16", "a variable has its value from there on, in the order of evaluation"),
        ("reports[0] = boss", "rows know the order of a relationship"), ("tags[LAST].label = 'a'", "the same"),
        ("photo = data('AQID')", "long data is kept out of the table"),
        ("mode(reports.age) CONTAINS 3", "the most frequent values are several"),
        ("TERNARY(age > 1, name, age) = 'a'", "what it compares with only the value tells"),
        ("age > 9223372036854775807 + 1", "what fails for every row must not fail where there is none"),
    ]

    @Test("expressions of every form are done in SQL alone")
    func areCompiled() throws {
        let store = try TestStore()
        for text in Self.compiled {
            let query = try store.query("Person", try resolved(text, store))
            let plan = store.store.plan(query)
            #expect(plan.residual == nil, "\(text)\n\(store.store.explain(plan))")
            #expect(store.store.explain(plan).contains { $0.text == "filter: in SQL" })
            #expect(try snapshotKeys(store, plan).isEmpty)
        }
    }

    private func resolved(_ text: String, _ store: TestStore) throws -> ResolvedPredicate {
        try RequestResolver(model: store.model).resolve(try FetchPredicate(format: text), for: store.entity("Person"))
    }

    private func snapshotKeys(_ store: TestStore, _ plan: StorePlan) throws -> [Int64] {
        var keys: [Int64] = []
        try store.snapshot().rows(plan) { batch in
            keys += batch.map(\.key)
            return true
        }
        return keys
    }

    @Test("what SQL cannot say is left to rows, and what stands beside it is not")
    func othersAreLeft() throws {
        let store = try TestStore()
        for (text, reason) in Self.onRows {
            let query = try store.query("Person", try resolved("age = 3 AND \(text)", store))
            let plan = store.store.plan(query)
            #expect(plan.residual?.formatText == (try resolved(text, store)).formatText, "\(reason)")
            #expect(store.store.explain(plan).contains { $0.text.contains("t0.ZAGE = ?") })
        }
    }

    @Test("orders by expressions in SQL are those of the reference")
    func ordersAreExact() throws {
        var predicates = RandomPredicates(store: try TestStore(), random: RandomSource())
        let store = try FilterTests.populated(&predicates)
        let snapshot = try store.snapshot()
        let source = SnapshotSource(snapshot)
        let resolver = RequestResolver(model: store.model)
        let person = try store.entity("Person")
        for text in [
            "age + height", "-length(name), name", "reports.@count, age", "-reports.@max.salary", "canonical(name)",
            "TERNARY(age > 2, born, boss.born)", "salary * 2, -score", "-(age / 2), uppercase(name)[c]",
        ] {
            var query = try store.query("Person")
            query.sortKeys = try SortKey.keys(format: text).map { try resolver.resolve($0, for: person) }
            query.isOrdered = true
            let plan = store.store.plan(query)
            #expect(plan.isSorted, "\(text)")
            let ordering = RowOrdering(query.sortKeys, stores: [snapshot.context.number])
            var expected: [(place: [UInt8], key: Int64)] = []
            var failure: (any Error)?
            try snapshot.rows(.scan(try store.query("Person"))) { batch in
                do {
                    for row in batch { expected.append((try ordering.sortBytes(of: row, source: source), row.key)) }
                } catch {
                    failure = error
                }
                return failure == nil
            }
            if let failure { throw failure }
            expected.sort { $0.place.lexicographicallyPrecedes($1.place) }
            #expect(try snapshotKeys(store, plan) == expected.map(\.key), "\(text)")
        }
    }
}
