import Foundation
import Polystore
import PolystoreReferenceStore
import Testing

/// A company's people in a few figures.
private struct Staff: Equatable {
    var company: String
    var people: Int
    var age: Double?
}

@Suite("Computed requests with types")
struct ComputingTests {
    /// Ada 36, Bob 28, Eve 51 at Acme, Cleo 51 and the supervisor Max 60 at Bolt, Dan 40 nowhere.
    private func context(_ setup: StoreSetup) throws -> (World, ManagedObjectContext) {
        let world = try World(setup)
        let context = world.context()
        let acme = try context.insert(Company.self) { ($0.name, $0.founded) = ("Acme", 1990) }
        let bolt = try context.insert(Company.self) { $0.name = "Bolt" }
        let people: [(String, Int, Company?, Decimal?)] = [
            ("Ada", 36, acme, 10.5), ("Bob", 28, acme, nil), ("Cleo", 51, bolt, 20), ("Dan", 40, nil, 30.25),
            ("Eve", 51, acme, 0.1),
        ]
        for (name, age, employer, wage) in people {
            try context.insert(Person.self) { person in
                (person.name, person.age, person.employer, person.wage) = (name, age, employer, wage)
                person.score = name == "Bob" ? nil : Double(age) / 10
            }
        }
        try context.insert(Supervisor.self) { ($0.name, $0.age, $0.employer) = ("Max", 60, bolt) }
        try context.save()
        return (world, world.context())
    }

    @Test("values of objects come in the request's order, within its limit", arguments: StoreSetup.allCases)
    func objects(_ setup: StoreSetup) throws {
        let (world, context) = try context(setup)
        let rows = try context.compute(
            Person.name.uppercased(), Person.age * 2, Person.employer.name, Person.employer.founded, Person.score,
            from: FetchRequest(Person.self).where(Person.age > 30).sorted(by: Person.name).offset(1).limit(3))
        #expect(rows.map(\.0) == ["CLEO", "DAN", "EVE"])
        #expect(rows.map(\.1) == [102, 80, 102])
        #expect(rows.map(\.2) == ["Bolt", "", "Acme"])
        #expect(rows.map(\.3) == [nil, nil, 1990])
        #expect(rows.map(\.4) == [5.1, 4, 5.1])
        #expect(context.registeredObjects.isEmpty)
        _ = world
    }

    @Test("groups have keys, aggregates, a condition and an order", arguments: StoreSetup.allCases)
    func groups(_ setup: StoreSetup) throws {
        let (world, context) = try context(setup)
        let groups = try context.compute(
            Person.employer.name, objectCount(), average(Person.age),
            from: FetchRequest(Person.self).sorted(by: average(Person.age).descending),
            groupedBy: Person.employer.name, having: objectCount() > 1
        ).map(Staff.init)
        #expect(
            groups == [
                Staff(company: "Bolt", people: 2, age: 55.5), Staff(company: "Acme", people: 3, age: 115.0 / 3),
            ])
        let byObject = try context.compute(
            Person.employer, count(Person.score), from: FetchRequest(Person.self), groupedBy: Person.employer)
        #expect(byObject.count == 3 && byObject.map(\.1).sorted() == [1, 1, 2])
        #expect(byObject.first { $0.0 == nil }?.1 == 1)
        _ = world
    }

    @Test("aggregates of everything are wide enough, exact, and missing of nothing", arguments: StoreSetup.allCases)
    func aggregates(_ setup: StoreSetup) throws {
        let (world, context) = try context(setup)
        let all = try #require(
            context.compute(
                sum(Person.age), sum(Person.wage), average(Person.wage), minimum(Person.score), maximum(Person.name),
                median(Person.age), deviation(Person.age - Person.age), count(Person.wage),
                from: FetchRequest(Person.self)
            ).first)
        #expect(all.0 == 266 && all.1 == Decimal(string: "60.85") && all.2 == Decimal(string: "15.2125"))
        #expect(all.3 == 3.6 && all.4 == "Max" && all.5 == 45.5 && all.6 == 0 && all.7 == 4)
        let none = try #require(
            context.compute(
                objectCount(), sum(Person.wage), sum(Person.score), average(Person.age), minimum(Person.age),
                maximum(Person.born), from: FetchRequest(Person.self).where(Person.age > 200)
            ).first)
        #expect(none.0 == 0 && none.1 == 0 && none.2 == 0 && none.3 == nil && none.4 == nil && none.5 == nil)
        _ = world
    }

    @Test("unsaved names of other objects are group keys too", arguments: StoreSetup.allCases)
    func unsavedKeys(_ setup: StoreSetup) throws {
        let (world, context) = try context(setup)
        for company in try context.fetch(FetchRequest(Company.self).where(Company.name == "Acme")) {
            company.name = "Zeta"
        }
        for person in try context.fetch(FetchRequest(Person.self).where(Person.name == "Ada")) { person.age = 40 }
        let groups = try context.compute(
            Person.employer.name, sum(Person.age), from: FetchRequest(Person.self), groupedBy: Person.employer.name)
        #expect(groups.map(\.0) == ["", "Bolt", "Zeta"] && groups.map(\.1) == [40, 111, 119])
        context.rollback()
        _ = world
    }

    @Test("equal results count once, before limit and offset", arguments: StoreSetup.allCases)
    func distinct(_ setup: StoreSetup) throws {
        let (world, context) = try context(setup)
        let request = FetchRequest(Person.self).sorted(by: Person.age)
        #expect(try context.compute(Person.age, from: request, isDistinct: true) == [28, 36, 40, 51, 60])
        #expect(try context.compute(Person.age, from: request.offset(2).limit(2), isDistinct: true) == [40, 51])
        let ids = try context.compute(fetchedObject(), from: request.limit(1))
        #expect(try ids == context.fetch(request.limit(1)).map(\.objectID))
        _ = world
    }

    @Test("columns of collections are of one object, and unsaved changes count", arguments: StoreSetup.allCases)
    func collections(_ setup: StoreSetup) throws {
        let (world, context) = try context(setup)
        let companies = FetchRequest(Company.self).sorted(by: Company.name)
        let old = subquery(Company.staff) { $0.age > 40 }
        func figures() throws -> [String] {
            try context.compute(
                Company.name, count(Company.staff), sum(Company.staff.age), count(old), maximum(Company.staff.name),
                from: companies
            ).map { "\($0) \($1) \($2) \($3) \($4)" }
        }
        #expect(try figures() == ["Acme 3 115 1 Eve", "Bolt 2 111 2 Max"])
        for person in try context.fetch(FetchRequest(Person.self).where(Person.name == "Dan")) {
            person.employer = try context.fetch(companies).first
            person.age = 41
        }
        #expect(try figures() == ["Acme 4 156 2 Eve", "Bolt 2 111 2 Max"])
        context.rollback()
        _ = world
    }

    @Test("what is known on the other side only is read ahead as well, with unsaved changes; a child gives the same")
    func readsAheadThroughInverses() throws {
        let disk = ReferenceDisk()
        let opened = Locked<[ReferenceStore]>([])
        var kept = PersistentStoreDescription(
            name: "kept", type: "kept", url: URL(fileURLWithPath: "/reference/\(UUID().uuidString)"))
        kept.entities = ["Company", "Person", "Project", "Journal"]
        var session = PersistentStoreDescription(name: "session", type: "session")
        session.entities = ["Skill", "Locker"]
        let container = try PersistentContainer(
            model: World.classes, stores: [kept, session],
            storeTypes: [
                .reference("kept", disk: disk, planning: .exact),
                .reference("session", planning: .exact) { store in opened.withLock { $0.append(store) } },
            ])
        let context = container.newConfinedContext()
        for number in 0..<300 {
            let person = try context.insert(Person.self) { $0.name = "p\(1000 + number)" }
            if number % 3 > 0 { try context.insert(Locker.self) { ($0.number, $0.person) = (900 - number, person) } }
        }
        try context.save()
        let stores = opened.withLock { $0 }
        let counter = try #require(stores.first).counter
        let request = FetchRequest(Person.self).sorted(by: Person.locker.number)
        func check(_ context: ManagedObjectContext, first: String, _ count: Int) throws {
            counter.reset()
            let rows = try context.compute(Person.name, Person.locker.number, from: request)
            #expect(rows.count == 300 && rows[count].0 == first && rows[count - 1].1 == 0)
            #expect(rows.dropFirst(count).map(\.1) == rows.dropFirst(count).map(\.1).sorted())
            let calls = counter[.references] + counter[.keys] + counter[.query] + counter[.links]
            #expect(calls < 50, "\(calls) round trips")
        }
        try check(container.newConfinedContext(), first: "p1299", 100)
        for person in try context.fetch(FetchRequest(Person.self).where(Person.name == "p1299")) { person.locker = nil }
        try check(context, first: "p1298", 101)
        try check(context.newConfinedChildContext(), first: "p1298", 101)
        context.rollback()
        try container.close()
    }

    @Test("a result that its column's type does not have is an error that names the column")
    func types() throws {
        let (world, context) = try context(.memory)
        let text = Computed<Int>(Person.name.queryExpression)
        let error = #expect(throws: ValueError.self) {
            try context.compute(Person.age, text, from: FetchRequest(Person.self))
        }
        #expect(error?.code == .wrongType && error?.details[.property] == "name")
        // A number that the type has exactly is taken, of whatever kind the rules of arithmetic made it.
        let power = Computed<Int>(try FetchExpression(format: "1e0 * age"))
        #expect(try context.compute(power, from: FetchRequest(Person.self).where(Person.name == "Ada")) == [36])
        #expect(throws: QueryError.self) {
            try context.compute(Person.age, objectCount(), from: FetchRequest(Person.self))
        }
        _ = world
    }
}
