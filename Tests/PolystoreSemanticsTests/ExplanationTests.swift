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
    }
}
