import Polystore

/// An actor that joined a context: it goes on with a transaction after other jobs of its own.
actor JoinedSession {
    private let handle: ContextHandle

    init(_ container: PersistentContainer) { handle = container.newBackgroundContext() }

    nonisolated var unownedExecutor: UnownedSerialExecutor { handle.executor.asUnownedSerialExecutor() }

    func perform(
        _ plan: TransactionPlan, _ place: HistoryPlace, session: String, number: Int
    ) async throws -> HistoryTransaction {
        let run = try TransactionRun(plan, place, session: session, number: number, try handle.current())
        while try run.step() { await Task.yield() }
        return run.record
    }
}
