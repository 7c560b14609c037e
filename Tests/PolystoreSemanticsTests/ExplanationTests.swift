import Foundation
import Polystore
import Testing

@Suite("Explaining a fetch")
struct ExplanationTests {
    @Test("an explanation names each store, what it does, and what is done across stores")
    func acrossStores() throws {
        let world = try World(.twoSQLites)
        let context = world.context()
        let request = FetchRequest(Person.self)
            .where(Person.age > 30 && Person.employer.name.contains("Ac")).sorted(by: Person.name)
        let explanation = try context.explain(request)
        #expect(explanation.stores.map(\.name) == ["people"])
        #expect(explanation.stores.map(\.type) == ["sqlite"])
        #expect(explanation.stores[0].isSorted)
        #expect(explanation.description.contains("rest"))
        #expect(explanation.description.contains("first ask Company where name CONTAINS \"Ac\" in rest"))
    }

    @Test(
        "a condition across stores is asked in the better direction, by what either store expects",
        arguments: [StoreSetup.twoMemories, .twoSQLites, .memoryAndSQLite, .lmdbAndSQLite, .sqliteAndLMDB])
    func direction(_ setup: StoreSetup) throws {
        let world = try World(setup)
        let context = world.context()
        let companies = try (0..<900).map { number in
            try context.insert(Company.self) { $0.name = "Company \(number)" }
        }
        for number in 0..<900 {
            try context.insert(Person.self) { person in
                (person.name, person.age) = ("p\(number)", number % 150)
                person.employer = companies[number]
            }
        }
        try context.save()
        let few = FetchRequest(Person.self).where(Person.age == 3 && Person.employer.name.contains("Company"))
        let explanation = try context.explain(few).description
        #expect(explanation.contains("looked up batch by batch"), "\(explanation)")
        #expect(try context.fetch(few).count == 6)
        let many = FetchRequest(Person.self).where(Person.age > 3 && Person.employer.name == "Company 77")
        #expect(try context.explain(many).description.contains(": 1 object for employer"))
        #expect(try context.fetch(many).map(\.name) == ["p77"])
    }

    @Test("a store that does all of it leaves nothing to be done on rows")
    func alone() throws {
        let world = try World(.sqlite)
        let context = world.context()
        let request = FetchRequest(Person.self)
            .where(Person.age > 30 && Person.employer.name.contains("Ac")).sorted(by: Person.name).limit(3)
        let store = try #require(try context.explain(request).stores.first)
        #expect(store.residual == nil)
        #expect(store.isSorted)
        #expect(store.isLimited)
        #expect(store.steps.allSatisfy { $0.actualRows == nil })
    }

    @Test(
        "an analysed request tells how many rows each step handed on, unsaved changes included",
        arguments: StoreSetup.allCases)
    func analyzed(setup: StoreSetup) throws {
        let world = try World(setup)
        let context = world.context()
        for number in 0..<30 {
            try context.insert(Person.self) { ($0.name, $0.age) = ("p\(number)", number) }
        }
        try context.save()
        try context.insert(Person.self) { ($0.name, $0.age) = ("q", 29) }
        let request = FetchRequest(Person.self).where(Person.age >= 20).sorted(by: Person.name).limit(5)
        let explanation = try context.explain(request, analyzing: true)
        #expect(explanation.actualRows == 5)
        let store = try #require(explanation.stores.first)
        #expect(store.steps.last?.actualRows == (store.isLimited ? 5 : 30))
        #expect(store.residual.map { $0.actualRows == 10 } ?? true)
        #expect(explanation.description.contains("[actual 5]"))
        let all = FetchRequest(Person.self).where(Person.age >= 20)
        #expect(try context.explain(all, analyzing: true).actualRows == 11)
        #expect(try context.explain(all).actualRows == nil)
    }
}
