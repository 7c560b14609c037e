extension Misuse {
    /// Refused because something would be used from two sides at once.
    static let ofRegions = [
        Misuse(
            "an object is sent to a detached task", "passing closure as a 'sending' parameter",
            "func test(_ item: Item) { Task.detached { item.name = \"x\" } }"),
        Misuse(
            "a context is sent to a task", "passing closure as a 'sending' parameter",
            "func test(_ context: ManagedObjectContext) { Task { context.rollback() } }"),
        Misuse(
            "the context of perform is sent to a detached task", "passing closure as a 'sending' parameter",
            """
            func test(_ h: ContextHandle) async throws {
                try await h.perform { context in
                    Task.detached { context.rollback() }
                    return
                }
            }
            """),
        Misuse(
            "the view context is sent to a detached task", "between main actor-isolated code and concurrent execution",
            """
            @MainActor func test(_ c: PersistentContainer) {
                let context = c.viewContext
                Task.detached { context.rollback() }
            }
            """),
        Misuse(
            "a confined context of the main actor is sent to a detached task",
            "between main actor-isolated code and concurrent execution",
            """
            @MainActor func test(_ c: PersistentContainer) {
                let context = c.newConfinedContext()
                Task.detached { context.rollback() }
            }
            """),
        Misuse(
            "a confined context of an actor is sent to a detached task",
            "between 'self'-isolated code and concurrent execution",
            """
            actor Confined {
                func test(_ c: PersistentContainer) {
                    let context = c.newConfinedContext()
                    Task.detached { context.rollback() }
                }
            }
            """),
        Misuse(
            "a confined context of an async function is used beside a task", "risks causing data races",
            """
            nonisolated func test(_ c: PersistentContainer) async throws {
                let context = c.newConfinedContext()
                async let other: Void = context.rollback()
                try context.save()
                await other
            }
            """),
        Misuse(
            "the context of a closure is sent to a task", "risks causing data races",
            """
            func test(_ c: PersistentContainer) {
                c.withConfinedContext { context in
                    Task { context.rollback() }
                    return
                }
            }
            """),
        Misuse(
            "the context of a joined actor is sent to a detached task",
            "between 'self'-isolated code and concurrent execution",
            """
            actor Joined {
                let handle: ContextHandle
                init(_ handle: ContextHandle) { self.handle = handle }
                func test() throws {
                    let context = try handle.current()
                    Task.detached { context.rollback() }
                }
            }
            """),
        Misuse(
            "an object is passed to another actor", "sending 'item' risks causing data races",
            "func test(_ item: Item, _ k: Keeper) async { await k.keep(item) }"),
        Misuse(
            "an object of the main actor is passed to another actor", "sending 'item' risks causing data races",
            """
            @MainActor func test(_ c: PersistentContainer, _ k: Keeper) async throws {
                let item = try c.viewContext.insert(Item.self)
                await k.keep(item)
            }
            """),
        Misuse(
            "an object of perform is passed to another actor", "sending 'item' risks causing data races",
            """
            func test(_ h: ContextHandle, _ k: Keeper) async throws {
                try await h.perform { context in
                    let item = try context.insert(Item.self)
                    Task { await k.keep(item) }
                    return
                }
            }
            """),
        Misuse(
            "an object is taken from an actor", "result can not be returned from actor-isolated instance method",
            "func test(_ k: Keeper) async -> Bool { await k.kept()?.isFault ?? true }"),
        Misuse(
            "an object is sent through a stream", "sending 'item' risks causing data races",
            "@MainActor func test(_ item: Item, _ c: AsyncStream<Item>.Continuation) { c.yield(item) }"),
        Misuse(
            "the context of perform is kept behind a lock", "'inout sending' parameter '$0' cannot be task-isolated",
            """
            enum Kept { static let context = Mutex<ManagedObjectContext?>(nil) }
            func test(_ h: ContextHandle) async throws {
                try await h.perform { context in Kept.context.withLock { $0 = context } }
            }
            """),
    ]
}
