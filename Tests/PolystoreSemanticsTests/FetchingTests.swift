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

    @Test(
        "a predicate and sort keys pick and order objects, through a relationship too",
        arguments: StoreSetup.allCases)
    func predicates(_ setup: StoreSetup) throws {
        let world = try populated(setup)
        let context = world.context()
        func names(_ request: FetchRequest<Person>) throws -> [String] {
            try context.fetch(request).map(\.name)
        }
        let all = FetchRequest(Person.self)
        #expect(
            try names(
                all.where(Person.age > 30 && Person.employer.name.contains("Ac")).sorted(by: Person.name))
                == ["Ada", "Eve"])
        #expect(
            try names(all.sorted(by: Person.age, ascending: false).sorted(by: Person.name).limit(3))
                == ["Max", "Cleo", "Eve"])
        #expect(
            try names(all.sorted(by: Person.employer.name).sorted(by: Person.name))
                == ["Dan", "Ada", "Bob", "Eve", "Cleo", "Max"])
        #expect(try names(all.where(Person.employer == nil)) == ["Dan"])
        #expect(
            try names(all.where(Person.name.isIn(["Bob", "Dan"])).sorted(by: Person.name)) == [
                "Bob", "Dan",
            ])
        #expect(
            try names(all.where(Person.age.isBetween(28...40)).sorted(by: Person.age)) == [
                "Bob", "Ada", "Dan",
            ])
        #expect(try names(all.sorted(by: Person.name).limit(2).offset(1)) == ["Bob", "Cleo"])
        #expect(try context.count(all) == 6)
        #expect(try context.count(all.includingSubentities(false)) == 5)
        #expect(try context.fetch(FetchRequest(Supervisor.self)).map(\.budget) == [100])
    }

    @Test("any, all, none and count look at the related objects", arguments: StoreSetup.allCases)
    func quantifiers(_ setup: StoreSetup) throws {
        let world = try populated(setup)
        let context = world.context()
        func names(_ predicate: FetchPredicate) throws -> [String] {
            try context.fetch(FetchRequest(Company.self).where(predicate).sorted(by: Company.name)).map(
                \.name)
        }
        #expect(try names(any(Company.staff.age) < 30) == ["Acme"])
        #expect(try names(all(Company.staff.age) > 50) == ["Bolt"])
        #expect(try names(none(Company.staff.age) == 36) == ["Bolt"])
        #expect(try names(count(Company.staff) == 3) == ["Acme"])
        #expect(try names(count(Company.staff) >= 2) == ["Acme", "Bolt"])
    }

    @Test(
        "unsaved changes count: changed objects are tested anew, deleted ones drop out",
        arguments: StoreSetup.allCases)
    func pendingChanges(_ setup: StoreSetup) throws {
        let world = try populated(setup)
        let context = world.context()
        let all = FetchRequest(Person.self)
        let old = all.where(Person.age >= 51).sorted(by: Person.age).sorted(by: Person.name)
        #expect(try context.fetch(old).map(\.name) == ["Cleo", "Eve", "Max"])
        let cleo = try #require(try context.first(all.where(Person.name == "Cleo")))
        cleo.age = 20
        let bob = try #require(try context.first(all.where(Person.name == "Bob")))
        bob.age = 99
        context.delete(try #require(try context.first(all.where(Person.name == "Eve"))))
        try context.insert(Person.self) { ($0.name, $0.age) = ("New", 55) }
        #expect(try context.fetch(old).map(\.name) == ["New", "Max", "Bob"])
        #expect(try context.fetch(old.limit(2)).map(\.name) == ["New", "Max"])
        #expect(try context.count(old) == 3)
        #expect(try context.fetch(old.includingPendingChanges(false)).count == 3)
    }

    @Test(
        "one object for each ID: a fetch returns the registered object with its unsaved values",
        arguments: StoreSetup.allCases)
    func uniquing(_ setup: StoreSetup) throws {
        let world = try populated(setup)
        let context = world.context()
        let request = FetchRequest(Person.self).where(Person.name == "Ada")
        let ada = try #require(try context.first(request))
        let again = try #require(try context.first(request))
        #expect(ada === again)
        #expect(ada.employer?.staff.first { $0.name == "Ada" } === ada)
    }

    @Test("prefetching reads related objects along", arguments: StoreSetup.allCases)
    func prefetching(_ setup: StoreSetup) throws {
        let world = try populated(setup)
        let context = world.context()
        let companies = try context.fetch(
            FetchRequest(Company.self).sorted(by: Company.name).prefetching(Company.staff))
        #expect(companies.allSatisfy { !$0.staff.isFault })
        #expect(companies.map(\.staff.count) == [3, 2])
        let people = try world.context().fetch(FetchRequest(Person.self).prefetching(Person.employer))
        #expect(people.compactMap(\.employer).allSatisfy { !$0.isFault })
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

    @Test("streaming in batches lets go of what nobody holds", arguments: StoreSetup.allCases)
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
        context.sweep()
        #expect(context.registeredObjects.isEmpty)
    }
}
