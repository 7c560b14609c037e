import PolystoreCore
import PolystoreModel
import PolystoreQuery
import PolystoreReferenceStore
import PolystoreStorage
import Testing

@Suite("Subqueries and operators across stores")
struct SubqueryFetchTests {
    let fixture: GraphFixture
    /// How many batches the 200 people come in.
    static let batches = 13

    init() throws {
        fixture = try GraphFixture(.split)
        var items: [GraphFixture.Item] = []
        for key in 1...6 {
            let values: [String: Value] = ["name": .string("C\(key)"), "size": .integer(Int64(key))]
            items.append(GraphFixture.Item(entity: "Company", key: Int64(key), values: values, choice: 0))
            items.append(
                GraphFixture.Item(entity: "Tag", key: Int64(key), values: ["label": .string("t\(key)")], choice: 0))
        }
        for key in 1...200 {
            var person = GraphFixture.Item(
                entity: "Person", key: Int64(key),
                values: ["name": .string("P\(key)"), "age": .integer(Int64(key % 50))], choice: 0)
            if let employer = Self.employer(key) { person.references["employer"] = ("Company", Int64(employer)) }
            if key > 1 { person.references["mentor"] = ("Person", Int64(key / 2)) }
            items.append(person)
        }
        var tags: [(person: Int64, tag: Int64)] = []
        for key: Int64 in 1...200 where key % 3 > 0 { tags.append((key, key % 6 + 1)) }
        try fixture.save(items, tags: tags)
        for store in fixture.coordinator.stores { try fixture.reference(store.name).counter.reset() }
    }

    private static func employer(_ person: Int) -> Int? { person % 6 == 0 ? nil : person % 6 }

    private static func isAtLarge(_ person: Int) -> Bool { person <= 200 && person % 6 == 5 }
    private static func isOldAtLarge(_ person: Int) -> Bool { isAtLarge(person) && person % 50 > 48 }
    private static func isTagged(_ person: Int) -> Bool { person <= 200 && person % 6 == 1 }
    private static func mentees(_ person: Int) -> [Int] { [2 * person, 2 * person + 1] }

    private func keys(_ entity: String, _ text: String) throws -> [Int64] {
        for store in fixture.coordinator.stores { try fixture.reference(store.name).counter.reset() }
        var request = FetchRequestDescription(entityName: entity)
        request.predicate = try FetchPredicate(format: text)
        return try fixture.keys(request).sorted()
    }

    /// How often stores were asked for rows or links of certain objects since the last request.
    private func lookups() throws -> Int {
        try fixture.coordinator.stores.reduce(0) { sum, store in
            let counter = try fixture.reference(store.name).counter
            return sum + counter[.keys] + counter[.references] + counter[.links]
        }
    }

    static let counts: [(String, @Sendable (Int) -> Bool)] = [
        ("> 5", { $0 > 5 }), (">= 7", { $0 >= 7 }), ("= 0", { $0 == 0 }), ("!= 0", { $0 != 0 }), ("< 1", { $0 < 1 }),
        ("<= 6", { $0 <= 6 }), ("!= 6.5", { _ in true }),
    ]

    @Test("a count of related objects with a condition is one question there and one here", arguments: counts)
    func countsAreOneQuestion(text: String, holds: @Sendable (Int) -> Bool) throws {
        let found = try keys("Company", "SUBQUERY(staff, $x, $x.age > 37 AND $x.name BEGINSWITH 'P').@count \(text)")
        let expected = (1...6).filter { company in
            holds((1...200).count { Self.employer($0) == company && $0 % 50 > 37 })
        }
        #expect(found == expected.map(Int64.init))
        #expect(try lookups() == 0)
        #expect(try fixture.reference("people").counter[.query] == 1)
        #expect(try fixture.reference("companies").counter[.query] == 1)
    }

    @Test("a condition that leads on to a third store is asked there first")
    func countsLeadOn() throws {
        let found = try keys("Company", "SUBQUERY(staff, $x, $x.employer.name = 'C2').@count > 0")
        #expect(found == [2])
        #expect(try lookups() == 0)
    }

    /// Conditions that are decided on rows, and how many round trips a batch needs at most.
    static let looked: [(String, Int, @Sendable (Int) -> Bool)] = [
        ("SUBQUERY(tags, $t, length($t.label) > 1).@count > 0", 2, { $0 % 3 > 0 }),
        ("SUBQUERY(tags, $t, $t.label = 't2').@count > 0", 2, { $0 % 6 == 1 }),
        ("tags.@max.label = 't5'", 2, { $0 % 6 == 4 }),
        ("uppercase(tags[FIRST].label) = 'T2'", 2, { $0 % 6 == 1 }),
        ("TERNARY(employer.size > 4, age, 0) > 48", 1, { isOldAtLarge($0) }),
        ("SUBQUERY(mentees, $m, $m.employer.size + 1 > 5).@count = 1", 2, { mentees($0).count(where: isAtLarge) == 1 }),
        (
            "SUBQUERY(mentees, $m, SUBQUERY($m.tags, $t, $t.label = 't2').@count > 0).@count > 0", 3,
            { mentees($0).contains(where: isTagged) }
        ),
        ("($e := employer).size + $e.size > 8 AND age > 48", 1, { isOldAtLarge($0) }),
    ]

    @Test("what is decided on rows is looked up batch by batch, also behind variables", arguments: looked)
    func lookedUpInBatches(text: String, trips: Int, holds: @Sendable (Int) -> Bool) throws {
        let found = try keys("Person", text)
        #expect(found == (1...200).filter(holds).map(Int64.init))
        let made = try lookups()
        #expect(made <= trips * Self.batches, "\(made) round trips")
    }

    @Test("no more objects than a set may have are handed to another store: beyond, rows are looked up in batches")
    func setsAreBounded() throws {
        let fixture = try GraphFixture(.split)
        let count: Int64 = 33_000
        var items = (1...count).map { key in
            GraphFixture.Item(entity: "Company", key: key, values: ["size": .integer(key % 2)], choice: 0)
        }
        for key: Int64 in 1...40 {
            var person = GraphFixture.Item(entity: "Person", key: key, choice: 0)
            person.references["employer"] = ("Company", key * 800)
            items.append(person)
        }
        try fixture.save(items)
        var request = FetchRequestDescription(entityName: "Person")
        request.predicate = try FetchPredicate(format: "employer.size < 2")
        let explanation = try #require(try fixture.coordinator.explanation(of: try fixture.resolve(request)))
        #expect(explanation.description.contains("too many for a set; looked up batch by batch"))
        let counter = try fixture.reference("companies").counter
        counter.reset()
        #expect(try fixture.keys(request).count == 40)
        #expect(counter[.keys] <= 3)
        request.predicate = try FetchPredicate(format: "employer.size = 1")
        #expect(try fixture.keys(request).isEmpty)
    }

    @Test("a fetch within a subquery knows neither the element nor the object around it")
    func fetchKnowsNothingAround() throws {
        let context = PersistentContainer(
            coordinator: fixture.coordinator, classes: EntityClasses(model: fixture.model)
        ).newConfinedContext()
        func count(_ text: String) throws -> Int {
            try context.count(FetchRequest<ManagedObject>(entity: "Company").where(FetchPredicate(format: text)))
        }
        let error = #expect(throws: QueryError.self) {
            try count("SUBQUERY(staff, $x, $x IN FETCH(Person WHERE age > $x.age)).@count > 0")
        }
        #expect(error?.code == .unboundVariable)
        // Both names are of the fetched people.
        #expect(try count("FETCH(Person WHERE name = 'P3' AND employer.name = 'C3', TRUE) = 1") == 6)
        let foreign = #expect(throws: QueryError.self) { try count("FETCH(Person WHERE age > size, TRUE) = 1") }
        #expect(foreign?.details[.property] == "size")
    }

    @Test("columns and groups read ahead what they look at")
    func columns() throws {
        let container = PersistentContainer(
            coordinator: fixture.coordinator, classes: EntityClasses(model: fixture.model))
        let context = container.newConfinedContext()
        let columns = ["name", "employer.name", "tags.@max.label"]
        let request = DictionaryRequestDescription(
            FetchRequestDescription(entityName: "Person"),
            columns: try columns.map { NamedExpression($0, try FetchExpression(format: $0)) })
        #expect(try context.fetchDictionaries(request).count == 200)
        #expect(try lookups() <= 3)
        let groups = DictionaryRequestDescription(
            FetchRequestDescription(entityName: "Person"),
            columns: [NamedExpression("sum", try FetchExpression(format: "sum(age)"))],
            grouping: [try FetchExpression(format: "employer.name")])
        for store in fixture.coordinator.stores { try fixture.reference(store.name).counter.reset() }
        #expect(try context.fetchDictionaries(groups).count == 6)
        #expect(try lookups() == 1)
    }
}
