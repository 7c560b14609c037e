import Polystore
import Testing

@Suite("Explaining dictionary results")
struct ComputedExplanationTests {
    /// Ten people of each of three companies and six of none; 18 of them are over 17.
    private func context(_ setup: StoreSetup) throws -> (World, ManagedObjectContext) {
        let world = try World(setup)
        let context = world.context()
        let companies = try ["Acme", "Bolt", "Core"].map { name in
            try context.insert(Company.self) { $0.name = name }
        }
        for number in 0..<36 {
            try context.insert(Person.self) { person in
                (person.name, person.age) = ("p\(number % 4)", number)
                person.employer = number < 30 ? companies[number % 3] : nil
            }
        }
        try context.save()
        return (world, world.context())
    }

    private func request(
        _ columns: [String], by groups: [String] = [], having: String? = nil, sort: String? = nil, limit: Int? = nil,
        where predicate: String? = "age > 17", isDistinct: Bool = false
    ) throws -> DictionaryRequestDescription {
        var objects = FetchRequestDescription(entityName: "Person")
        objects.predicate = try predicate.map { try FetchPredicate(format: $0) }
        objects.sortKeys = try sort.map { try SortKey.keys(format: $0) } ?? []
        objects.limit = limit
        return DictionaryRequestDescription(
            objects, columns: try columns.map { NamedExpression($0, try FetchExpression(format: $0)) },
            grouping: try groups.map { try FetchExpression(format: $0) },
            having: try having.map { try FetchPredicate(format: $0) }, isDistinct: isDistinct)
    }

    private func steps(_ explanation: FetchExplanation) -> [String] { explanation.steps.map(\.description) }

    @Test("groups say which store makes them, and how many there are at each step", arguments: StoreSetup.allCases)
    func groups(_ setup: StoreSetup) throws {
        let (world, context) = try context(setup)
        let request = try request(
            ["employer.name", "count(SELF)"], by: ["employer.name"], having: "count(SELF) < 6", sort: "-count(SELF)",
            limit: 2)
        for (context, isChild) in [(context, false), (context.newConfinedChildContext(), true)] {
            let planned = try context.explain(request)
            #expect(planned.actualRows == nil && planned.steps.allSatisfy { $0.actualRows == nil })
            #expect(
                planned.request == "fetch Person where age > 17, computing employer.name, count(SELF) "
                    + "grouped by employer.name having count(SELF) < 6 sorted by -count(SELF) limit 2")
            let found = try context.explain(request, analyzing: true)
            #expect(try found.actualRows == context.fetchDictionaries(request).count && found.actualRows == 2)
            let store = try #require(found.stores.first)
            let isInSQL = !isChild && store.type == "sqlite"
            let steps = steps(found)
            #expect(
                steps.suffix(4) == [
                    (isInSQL ? "join the groups of stores" : "group rows") + " by employer.name [actual 4]",
                    "keep groups where count(SELF) < 6 [actual 3]",
                    "sort groups by -count(SELF), employer.name [actual 3]",
                    "apply offset and limit to the results [actual 2]",
                ], "\(setup)\n\(found)")
            if isInSQL {
                #expect(store.steps.last?.description == "groups: in SQL [actual 4]")
                #expect(store.steps.contains { $0.text == "rows of the groups: in SQL" && $0.estimatedRows != nil })
                #expect(store.steps.contains { $0.text.hasPrefix("engine: ") })
                let isBehind = found.description.contains(
                    "look up employer.name for the groups of \(store.name) [actual 4]")
                #expect(isBehind == (setup != .sqlite && setup != .sqliteAndMemory), "\(found)")
            } else {
                #expect(store.residual?.actualRows ?? store.steps.last?.actualRows == 18, "\(found)")
            }
        }
        _ = world
    }

    @Test("unsaved changes are counted among the groups")
    func unsavedChanges() throws {
        let (world, context) = try context(.sqlite)
        try context.insert(Person.self) { ($0.name, $0.age) = ("new", 150) }
        let found = try context.explain(request(["age / 100"], by: ["age / 100"]), analyzing: true)
        #expect(found.stores.first?.steps.last?.description == "groups: in SQL [actual 1]")
        #expect(steps(found).first == "join the groups of stores by age / 100 [actual 2]")
        #expect(found.actualRows == 2)
        context.rollback()
        _ = world
    }

    @Test("aggregates of everything say whether stores tell them, or rows do", arguments: StoreSetup.allCases)
    func aggregates(_ setup: StoreSetup) throws {
        let (world, context) = try context(setup)
        let told = try context.explain(request(["count(SELF)", "max(age)"]), analyzing: true)
        #expect(
            told.questions.map(\.text) == [
                "count(SELF): stores count [actual 18]", "max(age): the last in order [actual 1]",
            ])
        #expect(told.questions.allSatisfy { !$0.fetch.stores.isEmpty } && told.actualRows == 1)
        #expect(try context.explain(request(["min(age)"])).questions.map(\.text) == ["min(age): the first in order"])
        let summed = try context.explain(request(["sum(age)", "max(name)"]), analyzing: true)
        let isInSQL = summed.stores.first?.type == "sqlite"
        #expect(steps(summed) == [(isInSQL ? "join the aggregates of stores" : "aggregate all rows") + " [actual 1]"])
        #expect(summed.questions.isEmpty && summed.actualRows == 1)
        _ = world
    }

    @Test("columns of objects, and what is left out of them", arguments: StoreSetup.allCases)
    func columns(_ setup: StoreSetup) throws {
        let (world, context) = try context(setup)
        let plain = try context.explain(request(["name", "age * 2"], sort: "name", limit: 5), analyzing: true)
        #expect(steps(plain).last == "compute name, age * 2 [actual 5]" && plain.actualRows == 5)
        #expect(plain.request.hasSuffix("sorted by name limit 5, computing name, age * 2"))
        let distinct = try context.explain(request(["name"], limit: 3, isDistinct: true), analyzing: true)
        #expect(distinct.actualRows == 3)
        #expect(
            steps(distinct).suffix(2) == [
                "leave out repeated results [actual 3]", "apply offset and limit to the results [actual 3]",
            ])
        let all = try context.explain(request(["name"], isDistinct: true), analyzing: true)
        let isInSQL = all.stores.first?.type == "sqlite"
        #expect(
            steps(all).last
                == "\(isInSQL ? "join the different results of stores" : "leave out repeated results") [actual 4]")
        #expect(all.actualRows == 4)
        _ = world
    }

    @Test("what does not fit the model is the error of the request itself")
    func errors() throws {
        let (world, context) = try context(.memory)
        #expect(throws: QueryError.self) { try context.explain(request(["agee"])) }
        #expect(throws: QueryError.self) { try context.explain(request(["name"], by: ["age"]), analyzing: true) }
        _ = world
    }
}
