import Foundation
import PolystoreChangeRecords
import PolystoreModel
import PolystoreStorage

extension PersistentStoreCoordinator {
    /// How many saves over several stores each store was brought up to when it was opened, by name: those that its commit
    /// log had and it lacked.
    public var recoveredSaves: [String: Int] { joint.state.withLock { $0.recovered } }

    /// Takes a store out of its commit domain: the log knows nothing of it from then on, and it opens without the log.
    ///
    /// Nothing that the store holds changes. When it is saved together with others again, it joins the log again.
    ///
    /// - Throws: `unknownStore`, `readOnly`; `commitLog` when commits cannot be made durable or the log cannot be emptied.
    public func detachStore(named name: String) throws(CoordinatorError) {
        guard let store = store(named: name) else { throw CoordinatorError(.unknownStore, [.store: name]) }
        guard store.access == .readWrite else { throw CoordinatorError(.readOnly, [.store: name]) }
        joint.emptying.wait()
        joint.changing.lock()
        defer { joint.changing.unlock() }
        try reportingLog { () throws(StoreError) in
            guard try store.metadata.domain != nil else { return }
            try joint.gate.snapshot { () throws(StoreError) in
                // The log forgets the store first: a store without a domain that the log knows is refused.
                if let log = joint.log { try leave(log, [store.identifier], stores) }
                try clearDomain(of: store)
            }
            joint.state.withLock { _ = $0.joined.remove(store.identifier) }
        }
    }

    /// Lets stores leave their commit domains when they are opened, whatever their logs say.
    ///
    /// What only a log has of them is given up. Set before stores are added.
    package func giveUpLogs(ofStores names: Set<String>) { joint.state.withLock { $0.givenUp = names } }

    /// Lets a store that is about to be opened leave its domain.
    func giveUp(
        _ store: AttachedStore, among opened: [AttachedStore], _ paths: [String]
    ) throws(CoordinatorError) {
        let domain: CommitDomain?
        do throws(StoreError) { domain = try store.metadata.domain } catch {
            throw CoordinatorError(error, in: store.number)
        }
        // The log of a store that knows none is the one that others have opened.
        var log = joint.log
        if log == nil, let domain { log = try findLog(domain.log, at: paths, writes: true) }
        try reportingLog { () throws(StoreError) in
            if let log {
                if joint.log == nil { try keep(log) }
                try joint.gate.snapshot { () throws(StoreError) in try leave(log, [store.identifier], stores + opened) }
            }
            if domain != nil { try clearDomain(of: store) }
        }
    }

    /// Has the log forget members that are gone for good, by UUID or name, so that what it holds for them does not keep it
    /// from being emptied.
    ///
    /// - Returns: Their names.
    func forgetMembers(_ stores: [String]) throws(CoordinatorError) -> [String] {
        joint.changing.lock()
        defer { joint.changing.unlock() }
        guard let log = joint.log else { return [] }
        let open = Set(self.stores.map(\.identifier))
        let gone = log.header.members.filter { member in
            !open.contains(member.store) && (stores.contains(member.name) || stores.contains(member.store.uuidString))
        }
        try reportingLog { () throws(StoreError) in
            try joint.gate.snapshot { () throws(StoreError) in
                try leave(log, Set(gone.map(\.store)), self.stores)
            }
        }
        return gone.map(\.name)
    }

    /// Empties the log without some members.
    ///
    /// - Throws: `unsupported` when it holds saves of further stores that are not open.
    private func leave(
        _ log: CommitLog, _ identifiers: Set<UUID>, _ open: [AttachedStore]
    ) throws(StoreError) {
        guard log.header.members.contains(where: { identifiers.contains($0.store) }) else { return }
        try empty(log, among: open, dropping: identifiers)
    }

    private func clearDomain(of store: AttachedStore) throws(StoreError) {
        var changes = StoreChanges()
        changes.domain = .clear
        _ = try store.writer.note(changes)
        try store.writer.synchronize()
    }
}
