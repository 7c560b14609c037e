import Foundation
import PolystoreChangeRecords
import PolystoreModel
import PolystoreStorage

extension PersistentStoreCoordinator {
    /// Where the commit log of joint saves lies; nil for beside the first durable store, under its name.
    ///
    /// Set it before stores are added. Without saves over several durable stores there is no log.
    public var commitLogURL: URL? {
        get { joint.state.withLock { $0.url } }
        set { joint.state.withLock { $0.url = newValue } }
    }

    /// The bytes of saves from which on the commit log is emptied, beside the savers; 16 MiB unless set.
    ///
    /// A log that is emptied seldom makes more work for recovery; emptying it waits once for the disk in each store.
    public var commitLogLimit: Int {
        get { joint.limit.withLock { $0 } }
        set { joint.limit.withLock { $0 = newValue } }
    }

    /// Where the commit log lies or would lie; nil where there is no durable store in a file to put it beside.
    package var commitLogPath: String? {
        if let log = joint.log { return log.path }
        return logPath(stores.map(\.description))
    }

    /// Has a closure called at each step of a commit over several stores, on the thread that makes it; for tests.
    package func observeJointCommits(_ observer: (@Sendable (JointStep) -> Void)?) {
        joint.observer.withLock { $0 = observer }
    }

    /// Where a log is made when none is there; nil where there is no durable store in a file to put it beside.
    func logPath(_ descriptions: [PersistentStoreDescription]) -> String? {
        logPaths(descriptions.filter { $0.access == .readWrite }).first
    }

    /// Where the log may lie: at the place that was named, or else beside a durable store, those that may be written first.
    ///
    /// A program that only reads cannot tell beside which of the stores the writing one has put it.
    func logPaths(_ descriptions: [PersistentStoreDescription]) -> [String] {
        if let url = commitLogURL { return [StoreFiles(url).path] }
        let durable = descriptions.filter { description in
            guard let url = description.url, url.isFileURL, SystemFile.isFolder(StoreFiles(url).folder) else {
                return false
            }
            return storeTypes.first { $0.name == description.type }?.capabilities.isDurable ?? false
        }
        return (durable.filter { $0.access == .readWrite } + durable.filter { $0.access == .readOnly })
            .compactMap { $0.url.map { "\(StoreFiles($0).path)-commit.log" } }
    }

    /// Runs a body whose errors are about the log.
    func reportingLog<Result>(_ body: () throws(StoreError) -> Result) throws(CoordinatorError) -> Result {
        do throws(StoreError) { return try body() } catch {
            throw CoordinatorError(.commitLog, error.details, cause: error)
        }
    }

    /// The log, which some durable stores know and need from then on.
    func commitLog(for stores: [AttachedStore]) throws(CoordinatorError) -> CommitLog {
        let identifiers = stores.map(\.identifier)
        let known = joint.state.withLock { state in state.joined.isSuperset(of: identifiers) ? state.log : nil }
        if let known { return known }
        joint.changing.lock()
        defer { joint.changing.unlock() }
        let log: CommitLog
        if let open = joint.log { log = open } else { log = try makeLog() }
        let joined = joint.state.withLock { $0.joined }
        let new = stores.filter { !joined.contains($0.identifier) }
        try reportingLog { () throws(StoreError) in
            try joint.gate.snapshot { () throws(StoreError) in
                for store in new { log.raiseNumber(to: try store.metadata.joint?.number ?? 0) }
                try empty(log, among: self.stores, adding: new, dropping: try strangers(to: log))
                // A store that says that it needs the log must not be found without it: the log knows it first.
                for store in new { try setDomain(of: store, log, isOpen: true) }
            }
        }
        joint.state.withLock { $0.joined.formUnion(new.map(\.identifier)) }
        return log
    }

    /// The open stores that belong to no domain: when the log still knows them, they were put back as they were before.
    private func strangers(to log: CommitLog) throws(StoreError) -> Set<UUID> {
        var strangers: Set<UUID> = []
        for store in stores where store.isDurable && log.header.member(store.identifier) != nil {
            if try store.metadata.domain?.log != log.identifier { strangers.insert(store.identifier) }
        }
        return strangers
    }

    /// Opens the log, or makes it where none is.
    private func makeLog() throws(CoordinatorError) -> CommitLog {
        guard let path = commitLogPath else {
            throw CoordinatorError(
                .commitLog,
                [.reason: "no store lies in a file beside which the log could lie; name a place with 'commitLog'"])
        }
        return try reportingLog { () throws(StoreError) in
            if !SystemFile.exists(path) { try CommitLog.create(path, CommitLogHeader(identifier: UUID())) }
            let log = try CommitLog.open(path, writes: true)
            try keep(log)
            return log
        }
    }

    /// Makes a log that was opened the coordinator's.
    func keep(_ log: CommitLog) throws(StoreError) {
        var concerned: Set<UUID> = []
        try log.entries { concerned.formUnion($0.participants.map(\.store)) }
        let found = concerned
        joint.state.withLock { state in
            state.log = log
            state.concerned.formUnion(found)
        }
    }

    /// Has a store remember, durably, that it belongs to the log, and whether it needs it.
    func setDomain(of store: AttachedStore, _ log: CommitLog, isOpen: Bool) throws(StoreError) {
        var changes = StoreChanges()
        changes.domain = .set(CommitDomain(log: log.identifier, path: log.path, isOpen: isOpen))
        guard try store.metadata.domain != changes.domain?.domain else { return try store.writer.synchronize() }
        _ = try store.writer.note(changes)
        try store.writer.synchronize()
    }

    /// Empties the log where that can be: when every store that it concerns is open and can make its commits durable.
    ///
    /// The caller holds `joint.changing` and keeps joint saves out.
    ///
    /// - Parameters:
    ///   - log: The log.
    ///   - stores: The stores that are open.
    ///   - new: Stores that become members.
    ///   - dropped: Members that are none any more; what the log holds for them is given up.
    /// - Throws: What keeps commits from being made durable, or the log from being emptied; `unsupported` when members are to
    ///   be added or dropped and the log holds saves of stores that are not open.
    func empty(
        _ log: CommitLog, among stores: [AttachedStore], adding new: [AttachedStore] = [],
        dropping dropped: Set<UUID> = []
    ) throws(StoreError) {
        let open = stores.filter { $0.isDurable && $0.access == .readWrite && $0.state == .open }
        var header = log.header
        header.members.removeAll { dropped.contains($0.store) }
        // What each store has before it waits for the disk it has durably afterwards.
        for store in open where header.member(store.identifier) != nil || new.contains(where: { $0 === store }) {
            let commit = try store.store.newestCommit()
            try store.writer.synchronize()
            header.set(.init(store: store.identifier, name: store.name, commit: commit))
        }
        let concerned = joint.state.withLock { $0.concerned }.subtracting(dropped)
        guard concerned.isSubset(of: open.map(\.identifier)) else {
            guard new.isEmpty, dropped.isEmpty else {
                throw StoreError(
                    .unsupported,
                    [
                        .path: log.path,
                        .reason: "the commit log holds saves of stores that are not open: "
                            + concerned.subtracting(open.map(\.identifier))
                            .map { header.member($0)?.name ?? $0.uuidString }.sorted().joined(separator: ", "),
                    ])
            }
            return
        }
        try log.empty(members: header.members)
        joint.state.withLock { $0.concerned = [] }
        let last = log.header.lastNumber
        for store in open where store.isPreparing {
            // What is not forgotten now is the next time; no entry asks for it any more.
            _ = try? store.writer.perform { (store) throws(StoreError) in
                try (store as? any PreparingStore)?.forgetDecisions(of: log.identifier, upTo: last)
            }
        }
    }

    /// Empties the log beside the savers, when it has grown beyond its limit.
    func emptyLogIfLarge(_ log: CommitLog) {
        guard log.size > joint.limit.withLock({ $0 }) else { return }
        joint.emptying.start { [weak self] in
            guard let self else { return }
            joint.changing.lock()
            defer { joint.changing.unlock() }
            guard joint.log === log else { return }
            // What cannot be emptied now is emptied later, or recovered from when the stores are opened anew.
            try? joint.gate.snapshot { () throws(StoreError) in try self.empty(log, among: self.stores) }
        }
    }
}
