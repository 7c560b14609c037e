import PolystoreCore
import PolystoreModel
import PolystoreQuery
import PolystoreReferenceStore
import PolystoreStorage
import Testing

@Suite("Fetches across stores")
struct FetchTests {
    let fixture: GraphFixture

    init() throws {
        fixture = try GraphFixture(.split)
        var items: [GraphFixture.Item] = []
        for key in 1...4 {
            items.append(
                GraphFixture.Item(
                    entity: "Company", key: Int64(key),
                    values: ["name": .string("Company \(key)"), "size": .integer(Int64(key))], choice: 0))
        }
        for key in 1...200 {
            var person = GraphFixture.Item(
                entity: "Person", key: Int64(key),
                values: ["name": .string("P\(key)"), "age": .integer(Int64(key % 50))],
                choice: 0)
            if key % 5 > 0 { person.references["employer"] = ("Company", Int64(key % 5)) }
            items.append(person)
        }
        try fixture.save(items)
        for store in fixture.coordinator.stores { try fixture.reference(store.name).counter.reset() }
    }

    private func request(_ entity: String, _ predicate: FetchPredicate?) -> FetchRequestDescription {
        var request = FetchRequestDescription(entityName: entity)
        request.predicate = predicate
        return request
    }

    private static func comparison(
        _ path: [String], _ comparator: FetchComparison.Operator, _ value: Value,
        _ quantifier: FetchComparison.Quantifier = .none
    ) -> FetchPredicate {
        .comparison(FetchComparison(.keyPath(path), comparator, .constant(value), quantifier: quantifier))
    }

    @Test("a condition on a related object of another store becomes one question there and one here")
    func semiJoin() throws {
        let predicate = FetchTests.comparison(["employer", "name"], .contains, .string("2"))
        #expect(try fixture.keys(request("Person", predicate)).count == 40)
        #expect(try fixture.reference("companies").counter[.query] == 1)
        #expect(try fixture.reference("companies").counter[.keys] == 0)
        #expect(try fixture.reference("people").counter[.query] == 1)
    }

    @Test("a condition on a related object is explained store by store, with the question across stores")
    func explanation() throws {
        let predicate = FetchPredicate.and([
            FetchTests.comparison(["employer", "name"], .contains, .string("2")),
            FetchTests.comparison(["age"], .greater, .integer(30)),
        ])
        var description = request("Person", predicate)
        description.sortKeys = [SortKey(["employer", "name"]), SortKey(["age"], ascending: false)]
        description.limit = 3
        let explanation = try #require(try fixture.coordinator.explanation(of: try fixture.resolve(description)))
        #expect(explanation.stores.map(\.name) == ["people"])
        #expect(explanation.stores[0].residual == nil)
        #expect(!explanation.stores[0].isSorted)
        #expect(
            explanation.description == """
                fetch Person where employer.name CONTAINS "2" AND age > 30 sorted by employer.name, age descending limit 3
                  first ask Company where name CONTAINS "2" in companies: 1 object for employer
                    companies (scan): Company
                      scan [actual 4]
                      check rows: name CONTAINS "2" [actual 1]
                  people (exact): Person, Manager
                    filter, sort and limit
                  then sort rows above the stores
                  then apply offset and limit to the merged rows
                """)
    }

    @Test("what must be looked up row by row is looked up batch by batch")
    func batches() throws {
        // The count of related objects cannot be asked as a set.
        let predicate = FetchTests.comparison(["tags", "@count"], .equal, .integer(0))
        #expect(try fixture.keys(request("Person", predicate)).count == 200)
        let batches = 13
        #expect(try fixture.reference("rest").counter[.links] <= batches)

        var sorted = request("Person", nil)
        sorted.sortKeys = [SortKey(["employer", "name"], ascending: false)]
        sorted.limit = 50
        let keys = try fixture.keys(sorted)
        #expect(keys.prefix(40).allSatisfy { $0 % 5 == 4 })
        #expect(keys == keys.prefix(40).sorted(by: >) + keys.dropFirst(40).sorted(by: >))
        #expect(try fixture.reference("companies").counter[.keys] <= batches)
    }

    @Test("stores are only asked when they may hold what is wanted, and named ones only")
    func affectedStores() throws {
        let union = try GraphFixture(.union)
        try union.save((1...10).map { GraphFixture.Item(entity: "Person", key: Int64($0), choice: $0 % 2) })
        var description = request("Person", nil)
        #expect(try union.keys(description).count == 10)
        description.affectedStores = ["west"]
        #expect(try union.keys(description).sorted() == [1, 3, 5, 7, 9])
        #expect(try union.count(description) == 5)
        description.affectedStores = ["wset"]
        let error = #expect(throws: FetchError.self) { try union.keys(description) }
        #expect(error?.code == .unknownStore)
        #expect(error?.details[.store] == "wset")
        #expect(try union.reference("rest").counter[.query] == 0)
    }

    @Test("a cancelled fetch ends between batches with an error")
    func cancellation() throws {
        let snapshots = try fixture.coordinator.snapshot()
        var rows = 0
        let error = #expect(throws: FetchError.self) {
            try fixture.coordinator.rows(
                of: try fixture.resolve(request("Person", nil)), in: snapshots, isCancelled: { rows >= 32 }
            ) { found in
                found.allSatisfy { _ in
                    rows += 1
                    return true
                }
            }
        }
        #expect(error?.code == .cancelled)
        #expect(rows == 32)
    }

    @Test("a receiver that has enough ends the fetch")
    func enough() throws {
        for sorts in [false, true] {
            var description = request("Person", nil)
            if sorts { description.sortKeys = [SortKey(["age"])] }
            let snapshots = try fixture.coordinator.snapshot()
            var rows = 0
            try fixture.coordinator.rows(of: try fixture.resolve(description), in: snapshots) { found in
                found.allSatisfy { _ in
                    rows += 1
                    return rows < 5
                }
            }
            #expect(rows == 5)
        }
    }

    @Test("an exact count asks for no rows")
    func counting() throws {
        let predicate = FetchTests.comparison(["employer", "size"], .greater, .integer(2))
        var description = request("Person", predicate)
        #expect(try fixture.count(description) == 80)
        #expect(try fixture.reference("people").counter[.query] == 0)
        (description.offset, description.limit) = (70, 20)
        #expect(try fixture.count(description) == 10)
        description.offset = 100
        #expect(try fixture.count(description) == 0)
    }

    @Test("an old snapshot shows what it showed, whatever is saved meanwhile")
    func oldSnapshot() throws {
        let snapshots = try fixture.coordinator.snapshot()
        #expect(try fixture.coordinator.snapshot() === snapshots)
        try fixture.save([GraphFixture.Item(entity: "Person", key: 999, choice: 0)])
        #expect(try fixture.coordinator.snapshot() !== snapshots)
        let resolved = try fixture.resolve(request("Person", nil))
        let overlay = ContextOverlay(source: SnapshotRowSource(fixture.coordinator, snapshots))
        let counted = try fixture.coordinator.execute(
            SourceRequest(resolved, goal: .count), in: snapshots, over: overlay)
        #expect(counted.count == 200)
        #expect(try fixture.count(request("Person", nil)) == 201)
    }
}
