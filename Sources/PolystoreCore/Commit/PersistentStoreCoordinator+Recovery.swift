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
        let givenUp = joint.state.withLock { $0.givenUp }
        // A copy that is given a UUID of its own is no member of its original's domain.
        let durable = opened.filter {
            $0.isDurable && !$0.description.opensAsCopy && !givenUp.contains($0.name)
        }
        var members: [UUID: [AttachedStore]] = [:]
        for store in durable {
            guard let domain = try domain(of: store) else { continue }
            members[domain.log, default: []].append(store)
        }
        let paths = logPaths(descriptions)
        for (identifier, stores) in members { try recover(stores, among: durable, identifier, paths) }
        for store in opened where givenUp.contains(store.name) { try giveUp(store, among: opened, paths) }
    }

    private func recover(
        _ stores: [AttachedStore], among opened: [AttachedStore], _ identifier: UUID, _ paths: [String]
    ) throws(CoordinatorError) {
        let writes = stores.contains { $0.access == .readWrite }
        guard let log = try findLog(identifier, at: paths, writes: writes) else {
            return try requireNoLog(stores, identifier, paths.first)
        }
        // A store that the log knows and that knows no log was put back alone, or was about to join: it is looked at as well.
        var known = stores
        for store in opened where log.header.member(store.identifier) != nil {
            if try domain(of: store) == nil { known.append(store) }
        }
        let (writable, readable) = (known.filter { $0.access == .readWrite }, known.filter { $0.access == .readOnly })
        if !readable.isEmpty {
            try requireNothing(of: readable, log, isHeld: writes) { () throws(CoordinatorError) in
                try findLog(identifier, at: paths, writes: false)
            }
        }
        guard writes else { return }
        let redone = try LogRecovery(log: log, model: model, stores: writable, deciders: self.stores + writable).run()
        joint.state.withLock { $0.recovered.merge(redone) { $1 } }
        try reportingLog { () throws(StoreError) in
            if joint.log == nil { try keep(log) }
            try joint.gate.snapshot { () throws(StoreError) in
                try empty(log, among: self.stores + writable)
            }
        }
        for store in writable where try domain(of: store)?.isOpen ?? false {
            joint.state.withLock { _ = $0.joined.insert(store.identifier) }
        }
    }

    /// Refuses stores that are open for reading and do not have what their log has.
    ///
    /// The log and the stores are read one after another. A process that commits between, and has ended when it is looked for,
    /// leaves stores that have more than the log had: then the log has changed meanwhile, and both are read again.
    private func requireNothing(
        of stores: [AttachedStore], _ log: CommitLog, isHeld: Bool,
        _ reopened: () throws(CoordinatorError) -> CommitLog?
    ) throws(CoordinatorError) {
        var log = log
        while true {
            do throws(CoordinatorError) {
                return try LogRecovery(log: log, model: model, stores: stores, deciders: []).requireNothing(
                    isHeld: isHeld)
            } catch {
                guard !isHeld, let newer = try reopened(), newer.extent != log.extent else { throw error }
                log = newer
            }
        }
    }

    private func domain(of store: AttachedStore) throws(CoordinatorError) -> CommitDomain? {
        do throws(StoreError) { return try store.metadata.domain } catch {
            throw CoordinatorError(error, in: store.number)
        }
    }

    /// The log of a UUID: the one that is open, or at a place where this coordinator may have it.
    ///
    /// A log at another place is not taken, although the stores remember it: they may be copies, and the log the originals'.
    func findLog(_ identifier: UUID, at paths: [String], writes: Bool) throws(CoordinatorError) -> CommitLog? {
        if let log = joint.log, log.identifier == identifier { return log }
        return try reportingLog { () throws(StoreError) in
            for path in paths where SystemFile.exists(path) {
                guard try CommitLog.open(path, writes: false).identifier == identifier else { continue }
                return try CommitLog.open(path, writes: writes)
            }
            return nil
        }
    }

    /// Refuses stores that need a log that is not there.
    private func requireNoLog(
        _ stores: [AttachedStore], _ identifier: UUID, _ path: String?
    ) throws(CoordinatorError) {
        for store in stores {
            guard let domain = try domain(of: store), domain.isOpen else { continue }
            throw CoordinatorError(
                .commitLogMissing,
                [
                    .store: store.name, .path: store.url?.path, .expected: identifier.uuidString,
                    .reason: "it was not closed cleanly, and the commit log \(identifier.uuidString) is not at "
                        + "\(path ?? "the place of this program's"); it lay at \(domain.path ?? "a place that is not known"): "
                        + "put it back or name its place with 'commitLog', or give up what only the log has with "
                        + "'polystore store detach --give-up'",
                ])
        }
    }
}
