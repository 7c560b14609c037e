import Foundation
import PolystoreChangeRecords
import PolystoreCore
import PolystoreModel
import PolystoreSQLite
import PolystoreStorage

/// A store that prepares transactions: a SQLite store, and beside it a file for each transaction that is prepared.
///
/// A prepared transaction is open in the engine until it ends. One that a crash left is made anew from its file.
final class PreparingToy: PreparingStore {
    /// A point in the store's work: a crash there leaves another state of its files.
    enum Step: String, Hashable, Sendable {
        case preparing, prepared, committing, committed, finished, undone, settled
    }

    /// The calls that can be let fail.
    enum Call: Hashable, Sendable {
        case prepareAs, commitPrepared, rollbackPrepared
        /// The store's own commit, which is not made.
        case commit
        /// The store's own commit, which is made, and told as one that failed.
        case lostCommit
    }

    /// What a file of a prepared transaction holds.
    private struct Record: Codable {
        let mark: JointMark?
        let changes: [Data]
    }

    private struct State {
        var changes: [StoreChanges] = []
        /// The prepared transaction that the engine has open.
        var open: JointTransaction?
        var faults: [Call: (error: StoreError, isLasting: Bool)] = [:]
    }

    private let inner: any PersistentStore
    private let opening: StoreOpening
    private let path: String
    private let kind: JointCommitKind
    private let observe: @Sendable (Step) -> Void
    private let state = Locked(State())

    init(
        _ opening: StoreOpening, _ kind: JointCommitKind, _ observe: @escaping @Sendable (Step) -> Void
    ) throws(StoreError) {
        guard let path = opening.url?.path else { throw StoreError(.missing) }
        (self.opening, self.path, self.kind, self.observe) = (opening, path, kind, observe)
        inner = try StoreType.sqlite.open(opening)
        // The process ended between the commit and the end of the file.
        let last = try inner.metadata.joint?.number
        for transaction in try prepared() where transaction.number == last { try SystemFile.remove(file(transaction)) }
    }

    // MARK: Tests

    func fail(_ call: Call, with error: StoreError, isLasting: Bool = false) {
        state.withLock { $0.faults[call] = (error, isLasting) }
    }

    func recover() { state.withLock { $0.faults = [:] } }

    /// The transactions that are prepared.
    func prepared() throws(StoreError) -> [JointTransaction] {
        let prefix = StoreFiles(path: path).name + ".prepared."
        return try SystemFile.names(in: StoreFiles(path: path).folder).compactMap { name in
            name.hasPrefix(prefix) ? JointTransaction(name: String(name.dropFirst(prefix.count))) : nil
        }
    }

    private func strike(_ call: Call) throws(StoreError) {
        let fault = state.withLock { state in
            let fault = state.faults[call]
            if fault?.isLasting == false { state.faults[call] = nil }
            return fault
        }
        if let fault { throw fault.error }
    }

    private func file(_ transaction: JointTransaction) -> String { "\(path).prepared.\(transaction.name)" }

    // MARK: Preparing

    func prepare(as transaction: JointTransaction) throws(StoreError) {
        try inner.prepare()
        observe(.preparing)
        try strike(.prepareAs)
        let changes = state.withLock { $0.changes }
        let record = Record(
            mark: changes.first?.joint,
            changes: changes.map { changes in
                let record: ChangeSet = [StoreNumber(interning: identifier): changes]
                return Data(record.encoded)
            })
        let temporary = file(transaction) + ".new"
        do {
            try SystemFile.write(Array(try JSONEncoder().encode(record)), to: temporary)
            try SystemFile.move(temporary, to: file(transaction))
        } catch { throw error as? StoreError ?? StoreError(.inputOutput) }
        state.withLock { $0.open = transaction }
        observe(.prepared)
    }

    func commitPrepared(_ transaction: JointTransaction) throws(StoreError) -> CommitNumber {
        observe(.committing)
        try strike(.commitPrepared)
        if state.withLock({ $0.open }) == transaction {
            state.withLock { $0.open = nil }
            do throws(StoreError) { _ = try inner.commit() } catch {
                inner.rollback()
                throw error
            }
        } else if SystemFile.exists(file(transaction)), try inner.metadata.joint?.number != transaction.number {
            try redo(transaction)
        }
        observe(.committed)
        try SystemFile.remove(file(transaction))
        observe(.finished)
        return try inner.newestCommit()
    }

    private func redo(_ transaction: JointTransaction) throws(StoreError) {
        let record: Record
        do {
            let bytes = try SystemFile.read(contentsOf: file(transaction))
            record = try JSONDecoder().decode(Record.self, from: Data(bytes))
        } catch { throw error as? StoreError ?? StoreError(.damaged) }
        try transact { () throws(StoreError) in
            for encoded in record.changes {
                let changes: ChangeSet
                do { changes = try ChangeSet(decoding: Array(encoded), as: opening.model, for: [inner]) } catch {
                    throw StoreError(.damaged, [.path: path], cause: error)
                }
                guard var own = changes[StoreNumber(interning: identifier)] else { continue }
                own.joint = record.mark
                try inner.apply(own)
            }
        }
    }

    private func transact(_ body: () throws(StoreError) -> Void) throws(StoreError) {
        try inner.begin(.full)
        do throws(StoreError) {
            try body()
            try inner.prepare()
            _ = try inner.commit()
        } catch {
            inner.rollback()
            throw error
        }
    }

    func rollbackPrepared(_ transaction: JointTransaction) throws(StoreError) {
        try strike(.rollbackPrepared)
        if state.withLock({ $0.open }) == transaction {
            state.withLock { $0.open = nil }
            inner.rollback()
        }
        try SystemFile.remove(file(transaction))
        observe(.undone)
    }

    func preparedTransactions(of log: UUID) throws(StoreError) -> [JointTransaction] {
        try prepared().filter { $0.log == log }
    }

    // MARK: Deciding

    private static let (made, refused) = ("made", "refused")

    private func key(_ transaction: JointTransaction) -> String { "decision \(transaction.name)" }

    private func set(_ values: [String: String?]) throws(StoreError) {
        var changes = StoreChanges()
        changes.metadata = values
        try inner.apply(changes)
    }

    func recordDecision(_ transaction: JointTransaction) throws(StoreError) {
        try set([key(transaction): Self.made])
    }

    func settleDecision(_ transaction: JointTransaction) throws(StoreError) -> Bool {
        if let outcome = try inner.metadata.user[key(transaction)] { return outcome == Self.made }
        try transact { () throws(StoreError) in try set([key(transaction): Self.refused]) }
        observe(.settled)
        return false
    }

    func forgetDecisions(of log: UUID, upTo number: JointNumber) throws(StoreError) {
        var values: [String: String?] = [:]
        for name in try inner.metadata.user.keys where name.hasPrefix("decision ") {
            let transaction = JointTransaction(name: String(name.dropFirst("decision ".count)))
            guard let transaction, transaction.log == log, transaction.number <= number else { continue }
            values.updateValue(nil, forKey: name)
        }
        if !values.isEmpty { try transact { () throws(StoreError) in try set(values) } }
    }

    // MARK: The SQLite store

    var identifier: UUID { inner.identifier }
    var layouts: LayoutTable { inner.layouts }
    var peers: PeerTable { inner.peers }
    var metadata: StoreMetadata { get throws(StoreError) { try inner.metadata } }

    var capabilities: StoreCapabilities {
        var capabilities = inner.capabilities
        capabilities.jointCommit = kind
        return capabilities
    }

    func snapshot() throws(StoreError) -> any StoreSnapshot { try inner.snapshot() }
    func newestCommit() throws(StoreError) -> CommitNumber { try inner.newestCommit() }
    func plan(_ query: StoreQuery) -> StorePlan { inner.plan(query) }
    func explain(_ plan: StorePlan) -> [StorePlan.Step] { inner.explain(plan) }
    func rebind(_ plan: StorePlan, to values: [Value]) -> StorePlan? { inner.rebind(plan, to: values) }

    func begin(_ durability: Durability) throws(StoreError) {
        state.withLock { $0.changes = [] }
        try inner.begin(durability)
    }

    func apply(_ changes: StoreChanges) throws(StoreError) {
        try inner.apply(changes)
        state.withLock { $0.changes.append(changes) }
    }

    func prepare() throws(StoreError) { try inner.prepare() }

    func commit() throws(StoreError) -> CommitNumber {
        try strike(.commit)
        let number = try inner.commit()
        try strike(.lostCommit)
        return number
    }

    func rollback() { inner.rollback() }

    func reserveKeys(_ root: RootNumber, count: Int) throws(StoreError) -> Range<Int64> {
        try inner.reserveKeys(root, count: count)
    }

    func releaseKeys(_ root: RootNumber, from first: Int64) throws(StoreError) {
        try inner.releaseKeys(root, from: first)
    }

    func close() throws(StoreError) { try inner.close() }
}

extension StoreType {
    /// The type of such stores.
    ///
    /// - Parameters:
    ///   - kind: What its stores say of themselves.
    ///   - observe: Told of each step, on the thread that makes it.
    /// - Returns: The type, of the name `preparing`.
    static func preparing(
        _ kind: JointCommitKind = .preparing, observe: @escaping @Sendable (PreparingToy.Step) -> Void = { _ in }
    ) -> StoreType {
        var capabilities = StoreType.sqlite.capabilities
        capabilities.jointCommit = kind
        return StoreType(
            name: "preparing", product: "PolystoreCoreTests", hasURL: true, options: StoreType.sqlite.options,
            capabilities: capabilities
        ) { opening throws(StoreError) in
            try PreparingToy(opening, kind, observe)
        } metadata: { description throws(StoreError) in
            try StoreType.sqlite.metadata(description)
        } destroy: { description throws(StoreError) in
            try StoreType.sqlite.destroy(description)
        } copy: { source, target throws(StoreError) in
            try StoreType.sqlite.copy(source, target)
        }
    }
}
