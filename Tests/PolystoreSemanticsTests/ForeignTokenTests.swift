import Polystore
import Testing

@Suite("Tokens of other entities")
struct ForeignTokenTests {
    /// Ada of Acme, and the supervisor Max of none.
    private func context(_ setup: StoreSetup) throws -> (World, ManagedObjectContext) {
        let world = try World(setup)
        let context = world.context()
        let acme = try context.insert(Company.self) { $0.name = "Acme" }
        try context.insert(Person.self) { ($0.name, $0.employer) = ("Ada", acme) }
        try context.insert(Supervisor.self) { $0.name = "Max" }
        try context.save()
        return (world, context)
    }

    /// That a request is refused, by the entity that it is for and the one that the token is of.
    private func expectRefusal<Result>(
        _ comment: Comment, of owner: String = "Company", in entity: String = "Person", _ body: () throws -> Result
    ) {
        let error = #expect(throws: QueryError.self, comment) { _ = try body() }
        #expect(error?.code == .foreignProperty, comment)
        #expect(error?.details[.entity] == entity && error?.details[.expected] == owner, comment)
    }

    @Test(
        "are refused wherever they stand in a request, although the name is one of its entity",
        arguments: StoreSetup.allCases)
    func refused(_ setup: StoreSetup) throws {
        let (world, context) = try context(setup)
        let people = FetchRequest(Person.self)
        expectRefusal("a condition") { try context.fetch(people.where(Company.name == "Acme")) }
        expectRefusal("one of many") { try context.fetch(people.where(Person.age < 200 && !(Company.name == "Acme"))) }
        expectRefusal("the right side") { try context.fetch(people.where(Person.name == Company.name)) }
        expectRefusal("a computed value") { try context.count(people.where(Company.name.length() > 3)) }
        expectRefusal("an order") { try context.fetch(people.sorted(by: Company.name)) }
        expectRefusal("a sort key") { try context.fetch(people.sorted(by: Company.name.descending)) }
        expectRefusal("a column") { try context.select(Company.name, from: people) }
        expectRefusal("a computed column") { try context.compute(Company.name.uppercased(), from: people) }
        expectRefusal("a column of groups") {
            try context.compute(Company.name, objectCount(), from: people, groupedBy: Person.name)
        }
        expectRefusal("a group") { try context.compute(objectCount(), from: people, groupedBy: Company.name) }
        expectRefusal("a condition of groups") {
            try context.compute(
                Person.name, objectCount(), from: people, groupedBy: Person.name, having: Company.name == "Ada")
        }
        expectRefusal("an aggregate") { try context.compute(maximum(Company.name), from: people) }
        expectRefusal("relationships", in: "Project") {
            try context.fetch(FetchRequest(Project.self).prefetching(Company.staff))
        }
        expectRefusal("a path", of: "Person", in: "Company") {
            try context.fetch(FetchRequest(Company.self).where(Person.employer.name == "Acme"))
        }
        expectRefusal("the outer object of a subquery") {
            try context.fetch(people.where(count(subquery(Person.friends) { $0.name == Company.name }) == 0))
        }
        expectRefusal("a fetch within") {
            let found = people.where(Company.name == "Acme").found
            return try context.fetch(people.where(Person.employer != nil && .object(isIn: found)))
        }
        withExtendedLifetime(world) {}
    }

    @Test("are refused after the entity's own token was answered in the same shape", arguments: StoreSetup.allCases)
    func afterTheRightOne(_ setup: StoreSetup) throws {
        let (world, context) = try context(setup)
        let people = FetchRequest(Person.self)
        for _ in 0..<3 {
            #expect(try context.fetch(people.where(Person.name == "Ada").sorted(by: Person.name)).count == 1)
            #expect(try context.count(people.where(Person.name == "Ada")) == 1)
        }
        expectRefusal("a condition") { try context.fetch(people.where(Company.name == "Ada").sorted(by: Person.name)) }
        expectRefusal("an order") { try context.fetch(people.where(Person.name == "Ada").sorted(by: Company.name)) }
        expectRefusal("a count") { try context.count(people.where(Company.name == "Ada")) }
        withExtendedLifetime(world) {}
    }

    @Test("of an ancestor are the entity's own; those of a subentity are not", arguments: StoreSetup.allCases)
    func inherited(_ setup: StoreSetup) throws {
        let (world, context) = try context(setup)
        let supervisors = FetchRequest(Supervisor.self).where(Person.name == "Max" && Person.employer == nil)
        #expect(try context.fetch(supervisors.sorted(by: Person.age)).count == 1)
        #expect(try context.select(Person.name, from: supervisors) == ["Max"])
        #expect(try context.compute(maximum(Person.age), from: supervisors).count == 1)
        #expect(throws: QueryError.self) {
            try context.fetch(FetchRequest(Person.self).sorted(by: Supervisor.budget))
        }
        withExtendedLifetime(world) {}
    }

    @Test("make no other request of it than the names alone, which are looked up as names")
    func names() throws {
        let built: FetchPredicate = Person.name == "Ada"
        #expect(built == (try FetchPredicate(format: "name == \"Ada\"")))
        #expect(Person.name.ascending == SortKey(["name"]))
        let (world, context) = try context(.memory)
        let named = FetchRequest<Person>(entity: "Person").where(try FetchPredicate(format: "name == \"Ada\""))
        #expect(try context.fetch(named).count == 1)
        withExtendedLifetime(world) {}
    }
}
