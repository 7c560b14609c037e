import Foundation
import Polystore
import PolystoreSQLite
import Testing

@Suite("Batch requests that are refused")
struct BatchErrorTests {
    /// A request that must be refused, with what the error says.
    struct Refusal: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let code: String
        var property: String?
        var row: Int?
        let run: @Sendable (World, ManagedObjectContext) throws -> Void

        init(
            _ description: String, _ code: String, _ property: String? = nil, row: Int? = nil,
            _ run: @escaping @Sendable (World, ManagedObjectContext) throws -> Void
        ) {
            (testDescription, self.code, self.property, self.row, self.run) = (description, code, property, row, run)
        }
    }

    static let updates = [
        Refusal("an update that sets nothing", "invalidRequest") { _, context in
            try context.execute(BatchUpdateRequest(Person.self))
        },
        Refusal("an update that sets a property twice", "invalidRequest", "age") { _, context in
            try context.execute(BatchUpdateRequest(Person.self).setting(Person.age, to: 1).setting(Person.age, to: 2))
        },
        Refusal("an update of a property that is not there", "unknownProperty", "agee") { _, context in
            try context.execute(BatchUpdateRequest(Person.self).setting("agee", to: .constant(.integer(1))))
        },
        Refusal("an update of an entity that is not there", "unknownEntity") { _, context in
            try context.execute(BatchUpdateRequest<Person>(entity: "Persn").setting(Person.age, to: 1))
        },
        Refusal("an update of a transient attribute", "notSettable", "mood") { _, context in
            try context.execute(BatchUpdateRequest(Person.self).setting(Person.mood, to: "good"))
        },
        Refusal("an update of a relationship to many", "notSettable", "skills") { _, context in
            try context.execute(BatchUpdateRequest(Person.self).setting("skills", to: .constant(.missing)))
        },
        Refusal("an update of a relationship of one to one", "notSettable", "locker") { _, context in
            try context.execute(BatchUpdateRequest(Person.self).setting(Person.locker, to: nil))
        },
        Refusal("an update of a relationship whose other side keeps an order", "notSettable", "owner") { _, context in
            try context.execute(BatchUpdateRequest(Project.self).setting(Project.owner, to: nil))
        },
        Refusal("an update with a path that is not there", "unknownProperty") { _, context in
            try context.execute(BatchUpdateRequest(Person.self).setting("name", to: .keyPath(["employer", "nam"])))
        },
        Refusal("an update with a collection for a value", "wrongType") { _, context in
            try context.execute(BatchUpdateRequest(Person.self).setting("name", to: .keyPath(["skills"])))
        },
        Refusal("an update with a value of another type", "invalidValue", "age") { _, context in
            try context.execute(BatchUpdateRequest(Person.self).setting("age", to: .constant(.string("x"))))
        },
        Refusal("an update with a number that is not one", "notANumber") { _, context in
            try context.execute(BatchUpdateRequest(Person.self).setting(Person.score, to: .nan))
        },
        Refusal("an update beyond a maximum", "validation", "age") { _, context in
            try context.execute(BatchUpdateRequest(Person.self).setting(Person.age, to: 151))
        },
        Refusal("an update beyond a maximum in one of many objects", "validation", "age") { _, context in
            try context.execute(BatchUpdateRequest(Person.self).setting(Person.age, to: Person.age + 121))
        },
        Refusal("an update that takes a required value away", "validation", "name") { _, context in
            try context.execute(BatchUpdateRequest(Person.self).setting("name", to: .constant(.missing)))
        },
        Refusal("an update that overflows", "invalidValue", "age") { _, context in
            try context.execute(BatchUpdateRequest(Person.self).setting(Person.age, to: Person.age + Int.max))
        },
        Refusal("an update against a pattern", "validation", "title") { _, context in
            try context.execute(BatchUpdateRequest(Project.self).setting(Project.title, to: "small"))
        },
        Refusal("an update that makes unique values equal", "notUnique") { _, context in
            try context.execute(BatchUpdateRequest(Skill.self).setting(Skill.name, to: "same"))
        },
        Refusal("an update of a reference to an object of another entity", "missingObject", "employer") { _, context in
            let ann = try #require(try context.first(FetchRequest(Person.self)))
            try context.execute(BatchUpdateRequest(Person.self).setting(Person.employer, to: ann.objectID))
        },
        Refusal("an update of a reference to an object that is gone", "missingObject", "employer") { world, context in
            let other = world.context()
            let gone = try other.insert(Company.self) { $0.name = "Gone" }
            try other.save()
            let id = gone.objectID
            other.delete(gone)
            try other.save()
            try context.execute(BatchUpdateRequest(Person.self).setting(Person.employer, to: id))
        },
        Refusal("an update in a store that is not there", "unknownStore") { _, context in
            try context.execute(
                BatchUpdateRequest(FetchRequest(Person.self).affecting(stores: ["nowhere"])).setting(Person.age, to: 1))
        },
        Refusal("an update with a negative limit", "invalidLimit") { _, context in
            try context.execute(BatchUpdateRequest(FetchRequest(Person.self).limit(-1)).setting(Person.age, to: 1))
        },
    ]

    static let insertions = [
        Refusal("a row with a property that is not there", "unknownProperty", "agee", row: 1) { _, context in
            try context.execute(
                BatchInsertRequest(
                    Person.self,
                    dictionaries: [["name": .string("a")], ["name": .string("b"), "agee": .integer(1)]]))
        },
        Refusal("a row without a required value", "validation", "name", row: 0) { _, context in
            try context.execute(BatchInsertRequest(Person.self, dictionaries: [["age": .integer(1)]]))
        },
        Refusal("a row with a value out of range", "validation", "age", row: 2) { _, context in
            try context.execute(
                BatchInsertRequest(Person.self, of: [1, 2, -3]) { age, row in
                    row.set(Person.name, to: "n")
                    row.set(Person.age, to: age)
                })
        },
        Refusal("a row with text for a number", "invalidValue", "age", row: 0) { _, context in
            try context.execute(
                BatchInsertRequest(Person.self, dictionaries: [["name": .string("a"), "age": .string("1")]]))
        },
        Refusal("a row with a relationship to many", "notSettable", "skills", row: 0) { _, context in
            try context.execute(
                BatchInsertRequest(Person.self, dictionaries: [["name": .string("a"), "skills": .missing]]))
        },
        Refusal("a row with a reference to nothing", "missingObject", "employer", row: 1) { _, context in
            let ann = try #require(try context.first(FetchRequest(Person.self)))
            try context.execute(
                BatchInsertRequest(Person.self, of: 0..<3) { number, row in
                    row.set(Person.name, to: "n\(number)")
                    if number == 1 { row.set(Person.employer, to: ann.objectID) }
                })
        },
        Refusal("rows of an entity that is not there", "unknownEntity") { _, context in
            try context.execute(BatchInsertRequest<Person>(entity: "Persn", dictionaries: [[:]]))
        },
        Refusal("rows for a store that is not there", "unknownStore") { _, context in
            try context.execute(
                BatchInsertRequest(Person.self, dictionaries: [["name": .string("a")]]).into(store: "nowhere"))
        },
        Refusal("a row with a unique value that is taken", "notUnique", row: 1) { _, context in
            try context.execute(
                BatchInsertRequest(Skill.self, dictionaries: [["name": .string("new")], ["name": .string("Swift")]]))
        },
        Refusal("two rows for one object", "sameObjectTwice", row: 1) { _, context in
            try context.execute(
                BatchInsertRequest(Skill.self, dictionaries: [["name": .string("C")], ["name": .string("C")]])
                    .onConflict(.update))
        },
    ]

    static let deletions = [
        Refusal("a deletion that a rule denies", "denied", "person") { _, context in
            try context.execute(BatchDeleteRequest(Locker.self))
        },
        Refusal("a deletion of an entity that is not there", "unknownEntity") { _, context in
            try context.execute(BatchDeleteRequest<Person>(entity: "Persn"))
        },
        Refusal("a deletion by a property that is not there", "unknownProperty") { _, context in
            try context.execute(
                BatchDeleteRequest(Person.self).where(
                    .comparison(FetchComparison(.keyPath(["agee"]), .equal, .constant(.integer(1))))))
        },
    ]

    @Test(
        "the error is typed and names what is wrong; nothing is changed, and the store goes on",
        arguments: updates + insertions + deletions, [StoreSetup.sqlite, .lmdb, .memory])
    func refusal(_ refusal: Refusal, _ setup: StoreSetup) throws {
        let world = try World(setup)
        let context = world.context()
        let acme = try context.insert(Company.self) { $0.name = "Acme" }
        for (name, age) in [("Ann", 10), ("Bob", 30)] {
            let person = try context.insert(Person.self) { ($0.name, $0.age, $0.employer) = (name, age, acme) }
            if age == 10 { try context.insert(Locker.self) { ($0.number, $0.person) = (1, person) } }
        }
        for name in ["Swift", "C"] where name != "C" || refusal.code != "sameObjectTwice" {
            try context.insert(Skill.self) { $0.name = name }
        }
        if refusal.code == "sameObjectTwice" { try context.insert(Skill.self) { $0.name = "Lisp" } }
        try context.insert(Project.self) { ($0.title, $0.owner) = ("Big", acme) }
        try context.save()
        let before = try world.container.coordinator.snapshot().commits
        do {
            try refusal.run(world, world.context())
            Issue.record("it was not refused")
        } catch {
            let found = try #require(error as? any StructuredError)
            #expect(found.code.rawValue == refusal.code, "\(error)")
            if let property = refusal.property { #expect(found.details[.property] == property, "\(error)") }
            if let row = refusal.row { #expect((found as? BatchError)?.row == row, "\(error)") }
            #expect(!found.message.isEmpty)
        }
        if refusal.testDescription.hasSuffix("that is gone") { return }
        #expect(try world.container.coordinator.snapshot().commits == before)
        #expect(try context.fetch(FetchRequest(Person.self).sorted(by: Person.age)).map(\.age) == [10, 30])
        try context.insert(Person.self) { $0.name = "Cat" }
        try context.save()
    }

    @Test("a store that can only be read refuses every request by name")
    func readOnly() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        var store = PersistentStoreDescription(
            name: "kept", type: .sqlite, url: folder.appendingPathComponent("kept.store"))
        func open() throws -> PersistentContainer {
            try PersistentContainer(
                model: [Skill.self, Person.self, Company.self, Project.self, Locker.self], stores: [store],
                storeTypes: [.sqlite])
        }
        var container = try open()
        try container.execute(BatchInsertRequest(Skill.self, dictionaries: [["name": .string("C")]]))
        try container.close()
        store.access = .readOnly
        container = try open()
        let requests: [() throws -> BatchResult] = [
            { try container.execute(BatchInsertRequest(Skill.self, dictionaries: [["name": .string("D")]])) },
            { try container.execute(BatchUpdateRequest(Company.self).setting(Company.founded, to: 1)) },
            { try container.execute(BatchDeleteRequest(Person.self)) },
        ]
        for request in requests {
            let error = #expect(throws: CoordinatorError.self) { try request() }
            #expect(error?.code == .readOnly)
            #expect(error?.details[.store] == "kept")
        }
        try container.close()
    }

    @Test("a store that is not open refuses every request by name, and rules that need it")
    func absent() throws {
        let world = try World(.twoSQLites)
        let coordinator = world.container.coordinator
        let context = world.context()
        let ann = try context.insert(Person.self) { $0.name = "Ann" }
        try context.insert(Skill.self) { $0.name = "Swift" }
        try context.save()
        try coordinator.removeStore(named: "people")
        for refused in [
            #expect(throws: FetchError.self) {
                try world.container.execute(BatchUpdateRequest(Person.self).setting(Person.age, to: 1))
            },
            #expect(throws: FetchError.self) { try world.container.execute(BatchDeleteRequest(Person.self)) },
            #expect(throws: FetchError.self) {
                try world.container.execute(BatchDeleteRequest(objectIDs: [ann.objectID]))
            },
        ] {
            #expect(refused?.code == .storeNotOpen)
            #expect(refused?.details[.entity] == "Person")
        }
        let homeless = #expect(throws: CoordinatorError.self) {
            try world.container.execute(BatchInsertRequest(Person.self, dictionaries: [["name": .string("a")]]))
        }
        #expect(homeless?.code == .noHome)
        let error = #expect(throws: ContextError.self) {
            try world.container.execute(BatchDeleteRequest(Company.self))
        }
        #expect(error?.code == .storeNotOpen)
        #expect(error?.details[.store] == "people")
    }

    @Test("a task that is cancelled ends a batch, and nothing is changed")
    func cancelled() async throws {
        let container = try PersistentContainer.inMemory(model: [Journal.self])
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try container.execute(
                BatchInsertRequest(Journal.self, of: 0..<10) { number, row in row.set(Journal.title, to: "\(number)") })
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try container.withConfinedContext { try $0.count(FetchRequest(Journal.self)) } == 0)
    }
}
