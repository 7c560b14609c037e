import PolystoreRandom
import Foundation
import PolystoreModel
import PolystoreQuery
import PolystoreStorage
import Testing

@testable import PolystoreSQLite

@Suite("Groups in SQL")
struct GroupTests {
    private func projection(
        _ columns: [String], by grouping: [String], _ store: TestStore, having: String? = nil, distinct: Bool = false
    ) throws -> ResolvedProjection {
        let request = DictionaryRequestDescription(
            FetchRequestDescription(entityName: "Person"),
            columns: try columns.map { NamedExpression($0, try FetchExpression(format: $0)) },
            grouping: try grouping.map { try FetchExpression(format: $0) },
            having: try having.map { try FetchPredicate(format: $0) }, isDistinct: distinct)
        return try RequestResolver(model: store.model).projection(request)
    }

    /// The results of rows and those of groups in SQL, as text; nil for groups that SQL cannot make.
    private func results(
        _ projection: ResolvedProjection, _ store: TestStore, _ predicate: ResolvedPredicate? = nil
    ) throws -> (rows: [String], groups: [String]?) {
        let snapshot = try store.snapshot()
        let source = SnapshotSource(snapshot)
        let query = try store.query("Person", predicate)
        let evaluator = predicate.map(PredicateEvaluator.init)
        let byRows = ProjectionCollector(projection, source)
        var failure: (any Error)?
        try snapshot.rows(.scan(try store.query("Person"))) { batch in
            do {
                for row in batch where try evaluator?.matches(row, source: source) ?? true { try byRows.add(row) }
            } catch {
                failure = error
            }
            return failure == nil
        }
        if let failure { throw failure }
        let expected = try byRows.finish().map { "\($0)" }
        let keys = try #require(projection.distinctKeys)
        let grouping = StoreGrouping(keys: keys, aggregates: projection.aggregates)
        guard let plan = store.store.plan(query, grouping: grouping) else { return (expected, nil) }
        let byGroups = ProjectionCollector(projection, source)
        try store.store.groups(plan, in: snapshot, byGroups.add)
        let found = try byGroups.finish().map { "\($0)" }
        return (projection.isGrouped ? expected : expected.sorted(), projection.isGrouped ? found : found.sorted())
    }

    private static let numbers = ["age", "height", "steps", "salary", "score", "ratio", "age + height", "boss.salary"]
    private static let keys = [
        "age", "name", "boss.age", "employer.name", "isActive", "salary", "born", "mark", "page", "employer", "boss",
        "length(name)", "age / 2", "ratio", "reports.@count", "TERNARY(age > 2, 1, 2)", "uppercase(name)",
    ]

    @Test("aggregates over groups are those of the rows, exact in every digit")
    func aggregatesAreExact() throws {
        var predicates = RandomPredicates(store: try TestStore(), random: RandomSource())
        let store = try FilterTests.populated(&predicates)
        for _ in 0..<60 {
            let keys = (0..<Int.random(in: 0...2, using: &predicates.random)).compactMap { _ in
                Self.keys.randomElement(using: &predicates.random)
            }
            let aggregates = (0..<3).map { _ in
                let function =
                    ["sum", "average", "min", "max", "count", "median", "stddev"]
                    .randomElement(using: &predicates.random) ?? "sum"
                return "\(function)(\(Self.numbers.randomElement(using: &predicates.random) ?? "age"))"
            }
            let columns = Array(Set(keys)) + Array(Set(aggregates)) + ["count(SELF)", "max(name)"]
            let projection = try projection(columns, by: keys, store)
            do {
                let (rows, groups) = try results(projection, store)
                #expect(groups == rows, "\(columns) by \(keys)")
            } catch is QueryError {
                // A sum that does not fit fails here and there.
                #expect(throws: (any Error).self) { _ = try results(projection, store).groups }
            }
        }
    }

    @Test("conditions on groups, filters and results that count once are those of the rows")
    func conditionsAndDistinct() throws {
        var predicates = RandomPredicates(store: try TestStore(), random: RandomSource())
        let store = try FilterTests.populated(&predicates)
        let filter = try RequestResolver(model: store.model)
            .resolve(try FetchPredicate(format: "age + 1 > 0"), for: store.entity("Person"))
        let requests = [
            try projection(["age", "sum(height)"], by: ["age"], store, having: "count(SELF) > 3"),
            try projection(["name", "age"], by: [], store, distinct: true),
            try projection(["employer.name"], by: [], store, distinct: true),
            try projection(["count(SELF)", "sum(score)", "min(name)"], by: [], store),
        ]
        for projection in requests {
            for predicate in [nil, filter, .constant(false)] as [ResolvedPredicate?] {
                let (rows, groups) = try results(projection, store, predicate)
                #expect(groups == rows)
            }
        }
    }

    @Test("groups that SQL cannot make are left to rows")
    func othersAreLeft() throws {
        let store = try TestStore()
        #expect(try results(projection(["mode(age)[0]"], by: [], store), store).groups != nil)
        #expect(try results(projection(["age ** 2", "count(SELF)"], by: ["age ** 2"], store), store).groups == nil)
        let localized = try RequestResolver(model: store.model)
            .resolve(try FetchPredicate(format: "name ==[l] 'a'"), for: store.entity("Person"))
        #expect(try results(projection(["count(SELF)"], by: [], store), store, localized).groups == nil)
    }
}
