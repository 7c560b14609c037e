import Foundation
import PolystoreChangeRecords
import PolystoreModel
import PolystoreStorage

extension PersistentStoreCoordinator {
    /// Brings stores that were just opened up to the saves of their commit logs, before anything reads them.
    ///
    /// - Parameters:
    ///   - opened: The stores.
    ///   - descriptions: All stores, those that were open before as well, in the order of the store file.
    /// - Throws: `commitLogMissing` when a store was not closed cleanly and its log is not there; `outOfStep`, `commitLog`.
    func recover(
        _ opened: [AttachedStore], _ descriptions: [PersistentStoreDescription]
    ) throws(CoordinatorError) {
        joint.changing.lock()
        defer { joint.changing.unlock() }
        var members: [UUID: [AttachedStore]] = [:]
        // A copy that is given a UUID of its own is no member of its original's domain.
        for store in opened where store.isDurable && !store.description.opensAsCopy {
            do throws(StoreError) {
                guard let domain = try store.metadata.domain else { continue }
                members[domain.log, default: []].append(store)
            } catch {
                throw CoordinatorError(error, in: store.number)
            }
        }
        for (identifier, stores) in members {
            try recover(stores, identifier, logPath(descriptions))
        }
    }

    private func recover(
        _ stores: [AttachedStore], _ identifier: UUID, _ path: String?
    ) throws(CoordinatorError) {
        let writes = stores.contains { $0.access == .readWrite }
        guard let log = try findLog(identifier, at: path, writes: writes) else {
            return try requireNoLog(stores, identifier, path)
        }
        let (writable, readable) = (stores.filter { $0.access == .readWrite }, stores.filter { $0.access == .readOnly })
        if !readable.isEmpty {
            try LogRecovery(log: log, model: model, stores: readable).requireNothing(isHeld: writes)
        }
        guard writes else { return }
        _ = try LogRecovery(log: log, model: model, stores: writable).run()
        do throws(StoreError) {
            if joint.log == nil { try keep(log) }
            try joint.gate.snapshot { () throws(StoreError) in
                try empty(log, among: self.stores + writable)
            }
        } catch {
            throw CoordinatorError(.commitLog, error.details, cause: error)
        }
        for store in writable {
            do throws(StoreError) {
                guard try store.metadata.domain?.isOpen ?? false else { continue }
            } catch {
                throw CoordinatorError(error, in: store.number)
            }
            joint.state.withLock { _ = $0.joined.insert(store.identifier) }
        }
    }

    /// The log of a UUID: the one that is open, or at the place where this coordinator has it.
    ///
    /// A log at another place is not taken, although the stores remember it: they may be copies, and the log the originals'.
    private func findLog(
        _ identifier: UUID, at path: String?, writes: Bool
    ) throws(CoordinatorError) -> CommitLog? {
        if let log = joint.log, log.identifier == identifier { return log }
        guard let path, SystemFile.exists(path) else { return nil }
        do throws(StoreError) {
            guard try CommitLog.open(path, writes: false).identifier == identifier else { return nil }
            return try CommitLog.open(path, writes: writes)
        } catch {
            throw CoordinatorError(.commitLog, error.details, cause: error)
        }
    }

    /// Refuses stores that need a log that is not there.
    private func requireNoLog(
        _ stores: [AttachedStore], _ identifier: UUID, _ path: String?
    ) throws(CoordinatorError) {
        for store in stores {
            let domain: CommitDomain?
            do throws(StoreError) { domain = try store.metadata.domain } catch {
                throw CoordinatorError(error, in: store.number)
            }
            guard let domain, domain.isOpen else { continue }
            throw CoordinatorError(
                .commitLogMissing,
                [
                    .store: store.name, .path: store.url?.path, .expected: identifier.uuidString,
                    .reason: "it was not closed cleanly, and the commit log \(identifier.uuidString) is not at "
                        + "\(path ?? "the place of this program's"); it lay at \(domain.path ?? "a place that is not known"): "
                        + "put it back or name its place with 'commitLog', or give up what only the log has with "
                        + "'polystore store detach'",
                ])
        }
    }
}
