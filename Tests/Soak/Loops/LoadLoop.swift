import Polystore

/// A context with a queue of its own and what goes on in it: an actor that joined the context.
actor LoadLoop {
    private let handle: ContextHandle
    private let container: PersistentContainer
    private let tally: Tally
    private let makeRole: @Sendable (ManagedObjectContext) throws -> any LoopRole
    private var role: (any LoopRole)?

    /// Makes a loop.
    ///
    /// - Parameters:
    ///   - container: The container.
    ///   - tally: Where problems go.
    ///   - makeRole: Sets the context up, on its queue, and makes what runs in it.
    init(
        _ container: PersistentContainer, _ tally: Tally,
        _ makeRole: @escaping @Sendable (ManagedObjectContext) throws -> any LoopRole
    ) {
        (self.container, self.tally, self.makeRole) = (container, tally, makeRole)
        handle = container.newBackgroundContext()
    }

    nonisolated var unownedExecutor: UnownedSerialExecutor { handle.executor.asUnownedSerialExecutor() }

    /// Makes the role.
    ///
    /// - Throws: What the role throws when it is made.
    func prepare() throws { role = try makeRole(try handle.current()) }

    /// Makes steps until the gate says that the run is over; the loop has joined the gate before.
    func run(_ gate: Gate) async {
        while await gate.pass() {
            guard let context = context(), let role else { break }
            role.step(context)
            tally.count("steps")
        }
        await gate.leave()
    }

    /// Leaves nothing unsaved.
    func settle() {
        if let context = context() { role?.settle(context) }
    }

    /// Compares what the loop keeps with what is stored.
    func check() {
        if let context = context() { role?.check(context, container) }
    }

    /// Lets go of what the role keeps.
    func finish() { role = nil }

    private func context() -> ManagedObjectContext? {
        do {
            return try handle.current()
        } catch {
            tally.report("a loop has no context: \(error)")
            return nil
        }
    }
}
