import Foundation
import PolystoreModel
import PolystoreStorage

/// A save over several stores.
struct JointSave {
    private let parts: [(store: AttachedStore, changes: StoreChanges)]
    private let commitBarrier: CommitBarrier

    init(_ parts: [(store: AttachedStore, changes: StoreChanges)], commitBarrier: CommitBarrier) {
        // One order for all saves: two saves over the same stores cannot wait for each other.
        self.parts = parts.sorted(byName: \.store.identifier.uuidString)
        self.commitBarrier = commitBarrier
    }

    func run() throws(CoordinatorError) -> CommitReceipt {
        var taken: [WriterParticipation] = []
        do throws(CoordinatorError) {
            try begin(&taken)
            try prepare(taken)
        } catch {
            for participation in taken { participation.rollback() }
            throw error
        }
        let durable = parts.indices.filter { parts[$0].store.isDurable }
        let order = durable + parts.indices.filter { parts[$0].store.isVolatile }
        return try commitBarrier.commit { () throws(CoordinatorError) in try commit(taken, order) }
    }

    private func begin(_ taken: inout [WriterParticipation]) throws(CoordinatorError) {
        let timeout = parts.map { $0.store.description.lockTimeout }.max() ?? .seconds(5)
        let deadline = Date(timeIntervalSinceNow: timeout.seconds)
        for (store, _) in parts {
            do throws(StoreError) {
                taken.append(try store.writer.participate(until: deadline))
            } catch {
                throw CoordinatorError(error, in: store.number)
            }
        }
    }

    /// Applies in all stores at once and waits for all, so that the conflicts of all are known.
    private func prepare(_ taken: [WriterParticipation]) throws(CoordinatorError) {
        for (index, participation) in taken.enumerated() { participation.apply(parts[index].changes) }
        var conflicts: [StoreNumber: StoreConflicts] = [:]
        var failure: CoordinatorError?
        for (index, participation) in taken.enumerated() {
            let store = parts[index].store
            do throws(StoreError) {
                try participation.waitUntilPrepared()
            } catch {
                if let found = error.conflicts { conflicts[store.number] = found }
                // What is no conflict stands in the way even when all conflicts are resolved.
                if failure == nil || failure?.code == .conflict && error.code != .conflict {
                    failure = CoordinatorError(error, in: store.number)
                }
            }
        }
        guard let failure else { return }
        guard failure.code == .conflict else { throw failure }
        throw CoordinatorError(.conflict, failure.details, cause: failure.cause, conflicts: conflicts)
    }

    private func commit(
        _ taken: [WriterParticipation], _ order: [Int]
    ) throws(CoordinatorError) -> CommitReceipt {
        var commits: [StoreNumber: CommitNumber] = [:]
        for (place, index) in order.enumerated() {
            let store = parts[index].store
            do throws(StoreError) {
                commits[store.number] = try taken[index].commit()
            } catch {
                for rest in order[(place + 1)...] { taken[rest].rollback() }
                guard !commits.isEmpty else { throw CoordinatorError(error, in: store.number) }
                // Some of the save is on disk: neither side may go on as if nothing had happened.
                let committed = parts.filter { commits[$0.store.number] != nil }
                for (store, _) in committed { store.writer.fail() }
                store.writer.fail()
                throw CoordinatorError(
                    .partlyCommitted,
                    [.store: store.name, .found: committed.map(\.store.name).joined(separator: ", ")], cause: error,
                    committed: commits)
            }
        }
        return CommitReceipt(commits: commits)
    }
}
