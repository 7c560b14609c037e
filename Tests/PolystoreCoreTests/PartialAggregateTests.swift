import PolystoreCore
import PolystoreModel
import PolystoreQuery
import PolystoreStorage
import Testing

@Suite("Aggregates combined from partial ones")
struct PartialAggregateTests {
    /// Numbers whose sum depends on the order in which doubles are added.
    private static let scores = [1e16, 1, -1e16, 0.1, 3, 1e-9, 7e15, -7e15]

    private func filled(_ spread: GraphFixture.Spread) throws -> GraphFixture {
        let fixture = try GraphFixture(spread)
        let companies = (1...8).map { key in
            let values: [String: Value] = ["name": .string("C\(key)"), "size": .integer(Int64(key % 3))]
            return GraphFixture.Item(entity: "Company", key: Int64(key), values: values, choice: 0)
        }
        let people = (1...200).map { key in
            var values: [String: Value] = ["name": .string("P\(key % 7)"), "age": .integer(Int64(key % 5))]
            if key % 9 > 0 { values["score"] = .double(Self.scores[key * key % Self.scores.count]) }
            var item = GraphFixture.Item(
                entity: "Person", key: Int64(key), values: values, choice: key % 3 == 0 ? 0 : 1)
            if key % 10 < 8 { item.references["employer"] = ("Company", Int64(key % 10 + 1)) }
            return item
        }
        try fixture.save(companies + people)
        return fixture
    }

    private func projection(
        _ fixture: GraphFixture, _ columns: [String], by groups: [String]
    ) throws -> ResolvedProjection {
        try RequestResolver(model: fixture.model).projection(
            DictionaryRequestDescription(
                FetchRequestDescription(entityName: "Person"),
                columns: try columns.map { NamedExpression($0, try FetchExpression(format: $0)) },
                grouping: try groups.map { try FetchExpression(format: $0) }))
    }

    private static let columns = [
        "count(SELF)", "count(score)", "sum(age)", "sum(score)", "average(score)", "stddev(score)", "min(name)",
        "max(score)", "median(age)",
    ]

    @Test(
        "two SQL stores hand out groups and no rows, with the same digits as their rows in any order",
        arguments: [
            [], ["age"], ["age", "name"], ["employer.name"], ["employer"], ["employer.size", "age"],
        ], [0, 7])
    func partialAggregates(groups: [String], changed: Int) throws {
        try check(filled(.sqliteUnion), groups, changed)
    }

    @Test(
        "groups by what another store holds are made of groups by reference",
        arguments: [
            ["employer.name"], ["employer"], ["employer.size"], ["age", "employer.size"], ["employer", "age"],
        ])
    func keysOfOtherStores(groups: [String]) throws { try check(filled(.sqlites), groups, 3) }

    private func check(_ fixture: GraphFixture, _ groups: [String], _ changed: Int) throws {
        let projection = try projection(fixture, groups + Self.columns, by: groups)
        let snapshots = try fixture.coordinator.snapshot()
        let source = SnapshotRowSource(fixture.coordinator, snapshots)
        var description = FetchRequestDescription(entityName: "Person")
        description.predicate = try FetchPredicate(format: "age < 4")
        let request = try fixture.resolve(description)
        let excluding = Set((1...200).prefix(changed).compactMap { fixture.id("Person", Int64($0)) })

        let byRows = ProjectionCollector(projection, source)
        var failure: (any Error)?
        let overlay = ContextOverlay(source: source, excluded: excluding)
        try fixture.coordinator.rows(of: request, in: snapshots, over: overlay) { rows in
            rows.allSatisfy { row in
                do { try byRows.add(row.view) } catch { failure = error }
                return failure == nil
            }
        }
        #expect(failure == nil)

        let byGroups = ProjectionCollector(projection, source)
        var (groupCount, rowCount) = (0, 0)
        let grouping = StoreGrouping(keys: projection.keys, aggregates: projection.aggregates)
        let goal = SourceRequest.Goal.groups(grouping) { keys, parts in
            groupCount += 1
            byGroups.add(keys, parts)
        }
        let outcome = try fixture.coordinator.execute(
            SourceRequest(request, goal: goal), in: snapshots, over: overlay
        ) { rows in
            rows.allSatisfy { _ in
                rowCount += 1
                return true
            }
        }
        #expect(outcome.areGrouped && rowCount == 0 && outcome.count == groupCount)
        let results = try byGroups.finish()
        #expect(groupCount >= results.count && results.count > (groups.isEmpty ? 0 : 1))
        #expect(try results.map { "\($0)" } == byRows.finish().map { "\($0)" })
    }
}
