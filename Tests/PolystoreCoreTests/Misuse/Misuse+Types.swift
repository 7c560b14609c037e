extension Misuse {
    /// Refused because a type is not `Sendable` or belongs to an actor.
    static let ofTypes = [
        Misuse(
            "a confined context that an actor keeps is used by a detached task",
            "actor-isolated property 'context' cannot be accessed from outside of the actor",
            """
            actor Confined {
                let container: PersistentContainer
                lazy var context = container.newConfinedContext()
                init(_ container: PersistentContainer) { self.container = container }
                func test() { Task.detached { self.context.rollback() } }
            }
            """),
        Misuse(
            "a default value is of another type than its attribute",
            "cannot convert value of type 'String' to expected argument type 'Int'",
            #"let wrong = Attribute<Int>("wrong", .default("x"))"#),
        Misuse(
            "an object is returned from perform",
            "an object stays in its context; let its objectID or snapshot cross",
            "func test(_ h: ContextHandle) async throws { _ = try await h.perform { try $0.insert(Item.self) } }"),
        Misuse(
            "fetched objects are returned from perform",
            "an object stays in its context; let its objectID or snapshot cross",
            """
            func test(_ h: ContextHandle) async throws {
                _ = try await h.perform { try $0.fetch(FetchRequest(Item.self)) }
            }
            """),
        Misuse(
            "related objects are returned from perform", "related objects stay in their context; let their IDs cross",
            """
            func test(_ h: ContextHandle, _ id: ObjectID) async throws {
                _ = try await h.perform { try $0.existingObject(with: id, as: Item.self).parts }
            }
            """),
        Misuse(
            "a background task returns its context", "a context stays where it is; let its handle cross",
            "func test(_ c: PersistentContainer) async throws { _ = try await c.performBackgroundTask { $0 } }"),
        Misuse(
            "an object is captured by perform", "capture of 'item' with non-Sendable type 'Item'",
            """
            func test(_ h: ContextHandle, _ item: Item) async throws { try await h.perform { _ in item.name = "x" } }
            """),
        Misuse(
            "objects are captured by performAndWait", "capture of 'items' with non-Sendable type '[Item]'",
            """
            func test(_ h: ContextHandle, _ items: [Item]) throws -> Int { try h.performAndWait { _ in items.count } }
            """),
        Misuse(
            "another context is captured by performAndWait",
            "capture of 'other' with non-Sendable type 'ManagedObjectContext'",
            """
            func test(_ h: ContextHandle, _ other: ManagedObjectContext) throws -> Bool {
                try h.performAndWait { _ in other.hasChanges }
            }
            """),
        Misuse(
            "a context is captured by a sendable closure",
            "capture of 'context' with non-Sendable type 'ManagedObjectContext'",
            """
            func test(_ context: ManagedObjectContext) {
                let closure: @Sendable () -> Bool = { context.hasChanges }
                _ = closure()
            }
            """),
        Misuse(
            "a context is stored in a sendable struct", "stored property 'context' of 'Sendable'-conforming struct",
            "struct Holder: Sendable { let context: ManagedObjectContext }"),
        Misuse(
            "related objects are stored in a sendable struct",
            "stored property 'items' of 'Sendable'-conforming struct",
            "struct Holder: Sendable { let items: ToManyObjects<Item> }"),
        Misuse(
            "a context is a global variable", "is not concurrency-safe",
            "enum Global { static var shared: ManagedObjectContext? }"),
        Misuse(
            "objects are the results of a task group",
            "an object stays in its context; let its objectID or snapshot cross",
            "func test() async { await withTaskGroup(of: Item.self) { _ in } }"),
        Misuse(
            "the view context is used off the main actor",
            "main actor-isolated property 'viewContext' can not be referenced",
            "func test(_ c: PersistentContainer) -> Bool { c.viewContext.hasChanges }"),
        Misuse(
            "a context is taken from its handle outside of an actor",
            "call to actor-isolated instance method 'current(isolation:)'",
            "func test(_ h: ContextHandle) throws -> Bool { try h.current().hasChanges }"),
    ]

    /// Refused because a program says that a type may go anywhere; what it says elsewhere it would hide.
    static let ofDeclarations = [
        Misuse(
            "a class of objects is declared sendable", "to protocol 'Sendable' is already unavailable",
            "final class Shared: ManagedObject, Sendable {}"),
        Misuse(
            "contexts are declared sendable by a program",
            "conformance of 'ManagedObjectContext' to protocol 'Sendable' was already stated",
            "extension ManagedObjectContext: @unchecked @retroactive Sendable {}"),
        Misuse(
            "related objects are declared sendable by a program",
            "conformance of 'ToManyObjects<Destination>' to protocol 'Sendable' was already stated",
            "extension ToManyObjects: @unchecked @retroactive Sendable {}"),
    ]
}
