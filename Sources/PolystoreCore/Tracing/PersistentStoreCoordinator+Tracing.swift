import PolystoreModel
import PolystoreStorage

extension PersistentStoreCoordinator {
    /// Tells of a request: what was asked, by which route each store answered, how many rows came.
    func tell(
        _ plan: FetchPlan, _ goal: SourceRequest.Goal, _ rows: Int, since start: ContinuousClock.Instant,
        _ receiver: any TraceReceiver
    ) {
        let duration = start.duration(to: .now)
        let verb =
            switch goal {
            case .rows: ""
            case .count: "count: "
            case .groups: plan.isGrouped ? "groups: " : ""
            }
        let explanation = FetchExplanation(plan, isRun: false, returned: rows)
        let lines = explanation.description.split(separator: "\n")
        let text = verb + lines.map { $0.drop { $0 == " " } }.joined(separator: "; ")
        let store = explanation.stores.count == 1 ? explanation.stores[0].name : nil
        receiver.receive(TraceEvent(.fetch, store: store, text, rows: rows, duration: duration))
    }

    /// Runs a save and traces it, store by store, when it has come to its end.
    func tracedSave(
        _ parts: [JointSave.Part],
        _ run: () throws(CoordinatorError) -> CommitReceipt
    ) throws(CoordinatorError) -> CommitReceipt {
        guard let receiver = trace?.receiver(of: .save) else { return try run() }
        let start = ContinuousClock.now
        var outcome = "failed"
        defer {
            let duration = start.duration(to: .now)
            for part in parts {
                let changes = part.changes
                let text =
                    "\(outcome): \(changes.inserts.count) inserted, \(changes.updates.count) updated, "
                    + "\(changes.deletes.count) deleted, \(changes.links.count) links"
                let rows = changes.inserts.count + changes.updates.count + changes.deletes.count
                receiver.receive(TraceEvent(.save, store: part.store.name, text, rows: rows, duration: duration))
            }
        }
        let receipt = try run()
        outcome = "saved"
        return receipt
    }
}
