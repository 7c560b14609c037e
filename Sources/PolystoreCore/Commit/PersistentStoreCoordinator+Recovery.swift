import Foundation
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
        for store in opened where store.isDurable {
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
        guard let log = try findLog(identifier, of: stores, at: path, writes: writes) else {
            return try requireNoLog(stores, identifier, path)
        }
        guard writes else { return }
        let writable = stores.filter { $0.access == .readWrite }
        _ = try LogRecovery(log: log, model: model, stores: writable).run()
        do throws(StoreError) {
            if joint.log == nil, log.path == path { try keep(log) }
            try joint.gate.snapshot { () throws(StoreError) in
                for store in writable { try store.writer.synchronize() }
                if joint.log === log {
                    try empty(log, among: self.stores + writable)
                } else {
                    // A log that lies elsewhere is left behind, as if the stores were closed.
                    for store in writable { try setDomain(of: store, log, isOpen: false) }
                }
            }
        } catch {
            throw CoordinatorError(.commitLog, error.details, cause: error)
        }
        guard joint.log === log else { return }
        let needing = writable.filter { (try? $0.metadata.domain?.isOpen) ?? false }
        joint.state.withLock { $0.joined.formUnion(needing.map(\.identifier)) }
    }

    /// The log of a UUID: the one that is open, at the place where this coordinator has it, or where the stores remember it.
    private func findLog(
        _ identifier: UUID, of stores: [AttachedStore], at path: String?, writes: Bool
    ) throws(CoordinatorError) -> CommitLog? {
        if let log = joint.log, log.identifier == identifier { return log }
        var paths = [path].compactMap { $0 }
        for store in stores {
            // Read before; a store that fails meanwhile says so where it is recovered.
            if let path = (try? store.metadata.domain)?.path, !paths.contains(path) { paths.append(path) }
        }
        for path in paths where SystemFile.exists(path) {
            do throws(StoreError) {
                guard try CommitLog.open(path, writes: false).identifier == identifier else { continue }
                return try CommitLog.open(path, writes: writes)
            } catch {
                throw CoordinatorError(.commitLog, error.details, cause: error)
            }
        }
        return nil
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
                    .reason: "it was not closed cleanly, and the commit log \(identifier.uuidString) is neither at "
                        + "\(path ?? "a place of this program's") nor at \(domain.path ?? "the place that it remembers"); put "
                        + "the log back there, or give up what only the log has with 'polystore store detach'",
                ])
        }
    }
}
