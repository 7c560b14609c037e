import PolystoreStorage

/// The write transaction of a file: begun, used and ended on one thread.
///
/// A savepoint is a nested transaction, except one that begins before anything was written: undoing it ends the whole
/// transaction and begins another, which spares a nested one to every save that has a transaction of its own.
public final class FileTransaction: OrderedTransaction {
    private enum Savepoint {
        /// The beginning of the transaction, before anything was written.
        case beginning
        /// A nested transaction.
        case nested
        /// A nested transaction that the library gave up.
        case lost
    }

    private let begin: () throws(StoreError) -> any EngineWriting
    private let thread = RunningThread()
    /// The transaction and those nested in it, outermost first; empty when it is over.
    private var levels: [any EngineWriting] { didSet { innermost = levels.last } }
    /// The last of them, which every call is about.
    private var innermost: (any EngineWriting)?
    private var savepoints: [Savepoint] = []
    private var hasWritten = false
    /// Why the transaction could not be begun again.
    private var lost: StoreError?

    init(_ begin: @escaping () throws(StoreError) -> any EngineWriting) throws(StoreError) {
        self.begin = begin
        let outermost = try begin()
        levels = [outermost]
        innermost = outermost
    }

    deinit { rollback() }

    private func current() throws(StoreError) -> any EngineWriting {
        if let lost { throw lost }
        guard let transaction = innermost, thread.isRunning else {
            throw StoreError(.outOfOrder, [.reason: "the transaction is over, or of another thread"])
        }
        return transaction
    }

    /// The value of a key, where it lies until something is changed.
    public func value(
        _ table: EngineTable, _ key: UnsafeRawBufferPointer
    ) throws(StoreError) -> UnsafeRawBufferPointer? {
        try current().value(table, key)
    }

    /// Visits the entries of a range in order.
    public func scan(
        _ table: EngineTable, _ range: KeyRange, _ direction: ScanDirection, _ visit: Visitor
    ) throws(StoreError) {
        let scan = try current().scan(table, range, direction)
        defer { scan.end() }
        var entries: [EngineScan.Entry] = []
        var step = ScanStep()
        repeat {
            entries.removeAll(keepingCapacity: true)
            try scan.append(step.count, to: &entries)
            for entry in entries where try !visit(entry.key, entry.value) { return }
            if entries.count < step.count { return }
            step.grow()
        } while true
    }

    /// The number of entries in a range, or the limit if there are more.
    public func count(_ table: EngineTable, _ range: KeyRange, limit: Int) throws(StoreError) -> Int {
        try current().count(table, range, limit: limit)
    }

    /// Sets the value of a key.
    public func put(
        _ table: EngineTable, _ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer
    ) throws(StoreError) {
        hasWritten = true
        _ = try current().put(table, key, value, replaces: true)
    }

    /// Sets the value of a key that has none; false when it has one.
    public func insert(
        _ table: EngineTable, _ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer
    ) throws(StoreError) -> Bool {
        hasWritten = true
        return try current().put(table, key, value, replaces: false)
    }

    /// Removes a key; false when there was none.
    @discardableResult
    public func remove(_ table: EngineTable, _ key: UnsafeRawBufferPointer) throws(StoreError) -> Bool {
        hasWritten = true
        return try current().remove(table, key)
    }

    /// Begins a savepoint inside the innermost one.
    public func beginSavepoint() throws(StoreError) {
        let outer = try current()
        guard hasWritten || !savepoints.isEmpty else {
            savepoints.append(.beginning)
            return
        }
        levels.append(try outer.nested())
        savepoints.append(.nested)
    }

    /// Ends the innermost savepoint and keeps what was written since it began.
    public func releaseSavepoint() throws(StoreError) {
        let transaction = try current()
        guard let savepoint = savepoints.popLast() else { throw StoreError(.outOfOrder) }
        guard savepoint == .nested else { return }
        levels.removeLast()
        do throws(StoreError) {
            try transaction.commit()
        } catch {
            // Still to be ended by its holder, who is told now.
            savepoints.append(.lost)
            throw error
        }
    }

    /// Ends the innermost savepoint and undoes what was written since it began.
    public func rollbackToSavepoint() {
        guard let savepoint = savepoints.popLast(), savepoint != .lost, let inner = levels.popLast() else { return }
        inner.end()
        if savepoint == .nested { return }
        hasWritten = false
        do throws(StoreError) { levels = [try begin()] } catch { lost = error }
    }

    /// Nothing can be done ahead of the commit.
    public func prepare() throws(StoreError) { _ = try current() }

    /// Commits; the transaction is over.
    public func commit() throws(StoreError) {
        let transaction = try current()
        guard levels.count == 1 else { throw StoreError(.outOfOrder, [.reason: "a savepoint is open"]) }
        levels = []
        try transaction.commit()
    }

    /// Undoes everything; the transaction is over.
    public func rollback() {
        // Ended on another thread, a transaction may block every later one; left open, it does so as well.
        assert(levels.isEmpty || thread.isRunning, "a transaction ends on the thread that began it")
        let open = levels
        levels = []
        savepoints = []
        for level in open.reversed() { level.end() }
    }
}
