import Foundation
import PolystoreModel
import PolystoreQuery
import PolystoreStorage
import Testing

@testable import PolystoreSQLite

@Suite("Statements of queries")
struct StatementShapeTests {
    private func statement(_ text: String, _ store: TestStore) throws -> SQLQuery {
        let predicate = try RequestResolver(model: store.model)
            .resolve(try FetchPredicate(format: text), for: try store.entity("Person"))
        let plan = store.store.plan(try store.query("Person", predicate))
        #expect(plan.residual == nil, "\(text)")
        return try #require(plan.payload as? SQLQuery)
    }

    /// Filters with a declared index that answers them, whatever stands on the other side.
    static let indexed = [
        ("age > 7", "Z_Person_byAge"), ("age = 1 + 2", "Z_Person_byAge"), ("abs(-7) < age", "Z_Person_byAge"),
        ("age IN {1, abs(2), 3}", "Z_Person_byAge"), ("age BETWEEN {1, 2 + 3}", "Z_Person_byAge"),
        ("name BEGINSWITH uppercase('ab')", "Z_Person_byName"), ("name = CAST(7, 'string')", "Z_Person_byName"),
        ("salary > 1.5 + 0.1", "Z_Person_bySalary"),
        ("age > 7 AND steps + 1 > 2 AND name MATCHES 'a+'", "Z_Person_byAge"),
        ("reports.@count > 1 AND age = 3", "Z_Person_byAge"), ("ANY reports.age > SELF.age", "ZPERSON_ZBOSS_INDEX"),
        ("SUBQUERY(reports, $x, $x.age > SELF.age).@count > 0", "ZPERSON_ZBOSS_INDEX"),
        ("employer.staff.@sum.age > 0", "ZPERSON_ZEMPLOYER_INDEX"), ("ALL reports.age > 3", "ZPERSON_ZBOSS_INDEX"),
        ("ANY reports.age > 60", "ZPERSON_ZBOSS_INDEX"), ("NONE reports.height = 3", "ZPERSON_ZBOSS_INDEX"),
        ("reports.@count > 1", "ZPERSON_ZBOSS_INDEX"), ("age >= 3 AND age < 9", "Z_Person_byAge"),
        ("SUBQUERY(reports, $x, $x.age > 40).@count > 2", "ZPERSON_ZBOSS_INDEX"),
        ("age = 1 OR name = 'x'", "Z_Person_byName"), ("name BEGINSWITH 'ab'", "Z_Person_byName"),
    ]

    @Test("an index answers its comparison, whatever is computed beside it")
    func indexesAreUsed() throws {
        let store = try TestStore()
        for (text, index) in Self.indexed {
            let sql = try statement(text, store).rows.sql
            let plan = try store.run("EXPLAIN QUERY PLAN " + sql).map { $0.joined(separator: " ") }
            #expect(plan.contains { $0.contains(index) }, "\(sql)\n\(plan)")
        }
    }

    /// Orders with an index that they come from, beside a filter or not.
    static let ordered = [
        ("TRUEPREDICATE", "age", "Z_Person_byAge"), ("age > 3", "age", "Z_Person_byAge"),
        ("age > 3", "-age", "Z_Person_byAge"), ("name BEGINSWITH 'a'", "name", "Z_Person_byName"),
        ("TRUEPREDICATE", "-name", "Z_Person_byName"),
    ]

    @Test("an order with a limit comes from an index, and at most equal values are sorted")
    func ordersUseIndexes() throws {
        let store = try TestStore()
        for (text, keys, index) in Self.ordered {
            var description = FetchRequestDescription(entityName: "Person")
            description.predicate = try FetchPredicate(format: text)
            description.sortKeys = try SortKey.keys(format: keys)
            let request = try RequestResolver(model: store.model).resolve(description)
            var query = try store.query("Person", request.predicate)
            (query.sortKeys, query.isOrdered, query.limit) = (request.sortKeys, true, 5)
            let plan = store.store.plan(query)
            #expect(plan.isLimited)
            let sql = try #require(plan.payload as? SQLQuery).rows.sql
            let steps = try store.run("EXPLAIN QUERY PLAN " + sql).map { $0.joined(separator: " ") }
            #expect(steps.contains { $0.contains(index) }, "\(sql)\n\(steps)")
            // Among equal values, the key may have to be put into order behind what else the index has.
            #expect(!steps.contains { $0.contains("TEMP B-TREE FOR ORDER BY") }, "\(sql)\n\(steps)")
        }
    }

    @Test("what is told not to use an index does not")
    func passesOverIndex() throws {
        let store = try TestStore()
        let plan = try store.run("EXPLAIN QUERY PLAN " + statement("noindex(age) = 7", store).rows.sql)
        #expect(!plan.contains { $0.joined().contains("Z_Person_byAge") })
    }

    /// Filters that differ in their values only.
    static let pairs = [
        ("age + 7391 > 7392", "age + 1 > 2"), ("name MATCHES '7391'", "name MATCHES 'x'"),
        ("uppercase(name) = '7391'", "uppercase(name) = 'y'"), ("salary * 7391.5 = 7391.25", "salary * 0.5 = 3.75"),
        ("TERNARY(age = 7391, 7391, steps) > 7391", "TERNARY(age = 1, 2, steps) > 3"),
        ("SUBQUERY(reports, $x, $x.age > 7391).@count = 7391", "SUBQUERY(reports, $z, $z.age > 1).@count = 2"),
        ("age IN {height, 7391}", "age IN {height, 3}"), ("age = 7391 + 7391", "age = 3"),
        ("born + 7391 > date(7391)", "born + 1 > date(2)"),
    ]

    @Test("values are bound, so that filters which differ in them share a statement")
    func valuesAreBound() throws {
        let store = try TestStore()
        for (first, second) in Self.pairs {
            let (first, second) = (try statement(first, store), try statement(second, store))
            #expect(first.rows == second.rows && first.count == second.count)
            #expect(!first.rows.sql.contains("7391"))
            #expect(first.values.count == second.values.count && first.values != second.values)
        }
    }

    @Test("a statement is prepared once for each connection and shape")
    func isPreparedOnce() throws {
        let store = try TestStore()
        let snapshot = try store.snapshot()
        func ask(_ age: Int) throws {
            let predicate = try RequestResolver(model: store.model).resolve(
                try FetchPredicate(format: "age + %d > reports.@sum.age", age), for: try store.entity("Person"))
            try snapshot.rows(store.store.plan(try store.query("Person", predicate))) { _ in true }
        }
        try ask(1)
        let before = try snapshot.reader.use { $0.counters.prepared }
        for age in 2...50 { try ask(age) }
        #expect(try snapshot.reader.use { $0.counters.prepared } == before)
    }

    @Test("an explanation shows values, how the engine searches, an estimate, and the rows that were looked at")
    func explains() throws {
        let store = try TestStore()
        try store.insert(
            try (1...200).map { try store.row("Person", $0, ["age": .integer($0 % 10), "steps": .integer($0)]) })
        let predicate = try RequestResolver(model: store.model).resolve(
            try FetchPredicate(format: "age = 3 AND steps + 1 > 100"), for: try store.entity("Person"))
        let query = try store.query("Person", predicate)
        var plan = store.store.plan(query)
        #expect(
            store.store.explain(plan).contains { $0.text == "values: 3, 1, 100" || $0.text.hasPrefix("values: 3,") })
        #expect(
            store.store.explain(plan).contains { $0.text.hasPrefix("engine: SEARCH t0 USING INDEX Z_Person_byAge") })
        let estimate = try #require(store.store.explain(plan)[0].estimatedRows)
        #expect((0...40).contains(estimate))
        let meter = PlanMeter()
        plan.meter = meter
        var found = 0
        try store.snapshot().rows(plan) { batch in
            found += batch.count
            return true
        }
        #expect(found == 10)
        #expect(meter.visited == 20)
    }

    @Test("what the engine's parser cannot hold is left to rows instead of failing")
    func deepFiltersAreAnswered() throws {
        let store = try TestStore()
        try store.insert([try store.row("Person", 1, ["age": .integer(3), "name": .string("a")])])
        let forms = [
            ("NOT (", "age = 4", ")", ""), ("abs(", "age", ")", " = 3"), ("NOT (age = 4 OR ", "age = 5", ")", ""),
            ("TERNARY(age = 3, ", "age", ", 0)", " = 3"), ("(1 * ", "age", ")", " = 3"),
        ]
        let snapshot = try store.snapshot()
        let source = SnapshotSource(snapshot)
        for (open, core, close, end) in forms {
            for depth in [5, 20, 40, 90] {
                let text = String(repeating: open, count: depth) + core + String(repeating: close, count: depth) + end
                let predicate = try RequestResolver(model: store.model)
                    .resolve(try FetchPredicate(format: text), for: try store.entity("Person"))
                let plan = store.store.plan(try store.query("Person", predicate))
                #expect(throws: Never.self, "\(depth) times \(open)") {
                    let found = try count(snapshot, plan, plan.residual, source)
                    #expect(try found == count(snapshot, .scan(store.query("Person")), predicate, source), "\(text)")
                }
            }
        }
    }

    private func count(
        _ snapshot: SQLiteSnapshot, _ plan: StorePlan, _ filter: ResolvedPredicate?, _ source: SnapshotSource
    ) throws -> Int {
        let evaluator = filter.map(PredicateEvaluator.init)
        var (found, failure): (Int, (any Error)?) = (0, nil)
        try snapshot.rows(plan) { batch in
            do {
                for row in batch where try evaluator?.matches(row, source: source) ?? true { found += 1 }
            } catch {
                failure = error
            }
            return failure == nil
        }
        if let failure { throw failure }
        return found
    }
}
