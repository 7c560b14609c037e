import CPolystoreLMDB
import PolystoreRecordLayer
import PolystoreStorage

/// The write transaction: begun, used and ended on one thread.
///
/// A savepoint is a nested transaction, except one that begins before anything was written: undoing it ends the whole
/// transaction and begins another, which spares a nested one to every save that has a transaction of its own.
final class LMDBTransaction: OrderedTransaction {
    private enum Savepoint {
        /// The beginning of the transaction, before anything was written.
        case beginning
        /// A nested transaction.
        case nested
        /// A nested transaction that the library gave up.
        case lost
    }

    private let environment: LMDBEnvironment
    private let thread = polystore_lmdb_thread()
    /// The transaction and those nested in it, outermost first; empty when it is over.
    private var levels: [OpaquePointer]
    private var savepoints: [Savepoint] = []
    private var hasWritten = false
    /// Why the transaction could not be begun again.
    private var lost: StoreError?

    init(_ environment: LMDBEnvironment) throws(StoreError) {
        self.environment = environment
        levels = [try environment.beginWriting(inside: nil)]
    }

    deinit { rollback() }

    private func view() throws(StoreError) -> LMDBView {
        if let lost { throw lost }
        guard let transaction = levels.last, thread == polystore_lmdb_thread() else {
            throw StoreError(
                .outOfOrder, [.path: environment.path, .reason: "the transaction is over, or of another thread"])
        }
        return LMDBView(environment: environment, transaction: transaction)
    }

    func value(_ table: EngineTable, _ key: UnsafeRawBufferPointer) throws(StoreError) -> UnsafeRawBufferPointer? {
        try view().value(table, key)
    }

    func scan(
        _ table: EngineTable, _ range: KeyRange, _ direction: ScanDirection, _ visit: Visitor
    ) throws(StoreError) {
        var scan = try LMDBScan(view(), table, range, direction)
        defer { scan.close() }
        var entries: [LMDBScan.Entry] = []
        repeat {
            try scan.fill(&entries)
            for entry in entries where try !visit(entry.key, entry.value) { return }
        } while !entries.isEmpty
    }

    func count(_ table: EngineTable, _ range: KeyRange, limit: Int) throws(StoreError) -> Int {
        try view().count(table, range, limit: limit)
    }

    func put(
        _ table: EngineTable, _ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer
    ) throws(StoreError) {
        hasWritten = true
        var (name, value) = (MDB_val(key), MDB_val(value))
        try environment.check(mdb_put(view().transaction, environment.table(table), &name, &value, 0))
    }

    @discardableResult
    func remove(_ table: EngineTable, _ key: UnsafeRawBufferPointer) throws(StoreError) -> Bool {
        hasWritten = true
        var name = MDB_val(key)
        let result = mdb_del(try view().transaction, environment.table(table), &name, nil)
        if result == MDB_NOTFOUND { return false }
        try environment.check(result)
        return true
    }

    func beginSavepoint() throws(StoreError) {
        let outer = try view().transaction
        guard hasWritten || !savepoints.isEmpty else {
            savepoints.append(.beginning)
            return
        }
        levels.append(try environment.beginWriting(inside: outer))
        savepoints.append(.nested)
    }

    func releaseSavepoint() throws(StoreError) {
        let transaction = try view().transaction
        guard let savepoint = savepoints.popLast() else { throw StoreError(.outOfOrder, [.path: environment.path]) }
        guard savepoint == .nested else { return }
        levels.removeLast()
        let result = mdb_txn_commit(transaction)
        // Still to be ended by its holder, who is told now.
        if result != MDB_SUCCESS { savepoints.append(.lost) }
        try environment.check(result)
    }

    func rollbackToSavepoint() {
        guard let savepoint = savepoints.popLast(), savepoint != .lost, let inner = levels.popLast() else { return }
        mdb_txn_abort(inner)
        if savepoint == .nested { return }
        hasWritten = false
        do throws(StoreError) { levels = [try environment.beginWriting(inside: nil)] } catch { lost = error }
    }

    /// Nothing can be done ahead of the commit.
    func prepare() throws(StoreError) { _ = try view() }

    func commit() throws(StoreError) {
        let transaction = try view().transaction
        guard levels.count == 1 else {
            throw StoreError(.outOfOrder, [.path: environment.path, .reason: "a savepoint is open"])
        }
        levels = []
        try environment.check(mdb_txn_commit(transaction))
    }

    func rollback() {
        // Ended on another thread, a transaction would block every later one; left open, it does so as well.
        assert(levels.isEmpty || thread == polystore_lmdb_thread(), "a transaction ends on the thread that began it")
        guard let outermost = levels.first else { return }
        levels = []
        savepoints = []
        // Nested transactions end with the one that they are in.
        mdb_txn_abort(outermost)
    }
}
