import Foundation
import Polystore
import Testing

@Suite("Fetching")
struct FetchingTests {
    private func populated(_ setup: StoreSetup) throws -> World {
        let world = try World(setup)
        let context = world.context()
        let acme = try context.insert(Company.self) { $0.name = "Acme" }
        let bolt = try context.insert(Company.self) { $0.name = "Bolt" }
        let people: [(String, Int, Company?)] = [
            ("Ada", 36, acme), ("Bob", 28, acme), ("Cleo", 51, bolt), ("Dan", 40, nil), ("Eve", 51, acme),
        ]
        for (name, age, employer) in people {
            try context.insert(Person.self) { ($0.name, $0.age, $0.employer) = (name, age, employer) }
        }
        try context.insert(Supervisor.self) {
            ($0.name, $0.age, $0.budget, $0.employer) = ("Max", 60, 100, bolt)
        }
        try context.save()
        return world
    }

    @Test("projections hand out tuples without making objects", arguments: StoreSetup.allCases)
    func projections(_ setup: StoreSetup) throws {
        let world = try populated(setup)
        let context = world.context()
        let rows = try context.select(
            Person.name, Person.age, Person.employer.name,
            from: FetchRequest(Person.self).where(Person.age > 39).sorted(by: Person.name))
        #expect(rows.map(\.0) == ["Cleo", "Dan", "Eve", "Max"])
        #expect(rows.map(\.2) == ["Bolt", "", "Acme", "Bolt"])
        #expect(context.registeredObjects.isEmpty)
    }

    @Test("the first few of many are found, saved or not, also when each comes before all that came earlier")
    func firstOfMany() throws {
        let world = try World(.sqliteAndMemory)
        let context = world.context()
        let count = 900
        for number in 1...count {
            try context.insert(Person.self) { $0.name = "n\(1000 + count - number)" }
            if number == count / 3 { try context.save() }
        }
        for limit in [1, 7, 70] {
            let first = try context.fetch(FetchRequest(Person.self).sorted(by: Person.name).offset(2).limit(limit))
            #expect(first.map(\.name) == (1002..<1002 + limit).map { "n\($0)" })
        }
    }

    @Test("streaming in batches lets go of objects without other references", arguments: StoreSetup.allCases)
    func streaming(_ setup: StoreSetup) throws {
        let world = try populated(setup)
        let context = world.context()
        var names: [String] = []
        try context.forEachBatch(FetchRequest(Person.self).sorted(by: Person.name).batchSize(2)) {
            batch in
            #expect(batch.count <= 2)
            names += batch.map(\.name)
            return true
        }
        #expect(names == ["Ada", "Bob", "Cleo", "Dan", "Eve", "Max"])
        context.prune()
        #expect(context.registeredObjects.isEmpty)
    }
}
