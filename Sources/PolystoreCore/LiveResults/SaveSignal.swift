import PolystoreModel

/// Tells a reader that saves were made which concern it, any number of them at once.
final class SaveSignal: Sendable {
    private let signal = NewestValue<Bool>()
    private let plan = Locked<LivePlan?>(nil)

    /// Takes note of saves from now on, until the result is let go.
    func listen(to coordinator: PersistentStoreCoordinator) -> Listening {
        coordinator.saves.listen(
            { [self] event in
                if concerns(event) { signal.put { _ in true } }
            }, finish: { [signal] in signal.finish() })
    }

    /// Passes over the saves that do not concern a plan, from now on.
    func begin(_ plan: LivePlan) {
        self.plan.withLock { known in if known == nil { known = plan } }
    }

    /// Waits for a save; false when none will come, and when the task is cancelled.
    func wait() async throws -> Bool { try await signal.next() ?? false }

    private func concerns(_ event: SaveEvent) -> Bool {
        guard let plan = plan.withLock({ $0 }) else { return true }
        return [event.inserted, event.updated, event.deleted].contains { $0.contains { plan.concerns($0.root) } }
    }
}
