import PolystoreModel
import PolystoreStorage

extension PersistentStoreCoordinator {
    /// Runs a fetch and tells of it: what was asked, what each store did, how many rows came.
    ///
    /// A fetch that fails is told with the rows that came before.
    func tracedFetch(
        _ plan: FetchPlan, _ run: FetchRun, to receiver: any TraceReceiver, _ receive: (FetchedRows) -> Bool
    ) throws(FetchError) {
        let start = ContinuousClock.now
        var count = 0
        defer { tell(plan, count, since: start, receiver, "") }
        try run.run { rows in
            switch rows {
            case .row: count += 1
            case .batch(let batch): count += batch.count
            }
            return receive(rows)
        }
    }

    /// Tells of a fetch or count.
    func tell(
        _ plan: FetchPlan, _ rows: Int, since start: ContinuousClock.Instant, _ receiver: any TraceReceiver,
        _ verb: String
    ) {
        tell(FetchExplanation(plan, returned: nil), rows, since: start, receiver, verb)
    }

    /// Tells of what was done as it is explained.
    func tell(
        _ explanation: FetchExplanation, _ rows: Int, since start: ContinuousClock.Instant,
        _ receiver: any TraceReceiver, _ verb: String
    ) {
        let duration = start.duration(to: .now)
        let lines = explanation.description.split(separator: "\n")
        let text = verb + lines.map { $0.drop { $0 == " " } }.joined(separator: "; ")
        let store = explanation.stores.count == 1 ? explanation.stores[0].name : nil
        receiver.receive(TraceEvent(.fetch, store: store, text, rows: rows, duration: duration))
    }

    /// Runs a save and tells of it, store by store, when it has come to its end.
    func tracedSave(
        _ parts: [(store: AttachedStore, changes: StoreChanges)],
        _ run: () throws(CoordinatorError) -> CommitReceipt
    ) throws(CoordinatorError) -> CommitReceipt {
        guard let receiver = trace?.receiver(of: .save) else { return try run() }
        let start = ContinuousClock.now
        var outcome = "failed"
        defer {
            let duration = start.duration(to: .now)
            for (store, changes) in parts {
                let text =
                    "\(outcome): \(changes.inserts.count) inserted, \(changes.updates.count) updated, "
                    + "\(changes.deletes.count) deleted, \(changes.links.count) links"
                let rows = changes.inserts.count + changes.updates.count + changes.deletes.count
                receiver.receive(TraceEvent(.save, store: store.name, text, rows: rows, duration: duration))
            }
        }
        let receipt = try run()
        outcome = "saved"
        return receipt
    }
}
