import PolystoreStorage

/// The write transaction of a file: begun, used and ended on one thread.
///
/// A savepoint is a nested transaction, except one that begins before anything was written: undoing it ends the whole
/// transaction and begins another, which spares a nested one to every save that has a transaction of its own.
public final class FileTransaction: RoomReserving {
    private enum Savepoint {
        /// The beginning of the transaction, before anything was written.
        case beginning
        /// A nested transaction.
        case nested
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

    deinit { end() }

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

    /// Visits the entries of a range in order, more at a time the longer it goes on.
    public func scanRuns(
        _ table: EngineTable, _ range: KeyRange, _ direction: ScanDirection, _ visit: RunVisitor
    ) throws(StoreError) {
        let scan = try current().scan(table, range, direction)
        defer { scan.end() }
        var entries: [EngineScan.Entry] = []
        var step = ScanStep()
        repeat {
            entries.removeAll(keepingCapacity: true)
            try scan.append(step.count, to: &entries)
            if entries.isEmpty { return }
            guard try entries.withUnsafeBufferPointer({ (run) throws(StoreError) in try visit(run) }),
                entries.count == step.count
            else { return }
            step.grow()
        } while true
    }

    /// The number of entries in a range, or the limit if there are more.
    public func count(_ table: EngineTable, _ range: KeyRange, limit: Int) throws(StoreError) -> Int {
        try current().count(table, range, limit: limit)
    }

    /// Sets and removes keys, one after another.
    public func change(_ table: EngineTable, _ changes: UnsafeBufferPointer<KeyChange>) throws(StoreError) {
        hasWritten = true
        let transaction = try current()
        for change in changes {
            if let value = change.value {
                _ = try transaction.put(table, change.key, value, replaces: true)
            } else {
                _ = try transaction.remove(table, change.key)
            }
        }
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

    /// Makes sure, as far as the library can, that the commit does not find the disk full.
    public func reserveRoom() throws(StoreError) { try current().reserveRoom() }

    /// Ends the innermost savepoint and keeps what was written since it began; without one, commits.
    public func commit() throws(StoreError) {
        let transaction = try current()
        if savepoints.popLast() == .beginning { return }
        levels.removeLast()
        try transaction.commit()
    }

    /// Ends the innermost savepoint and undoes what was written since it began; without one, ends the transaction.
    public func rollback() {
        guard let savepoint = savepoints.popLast() else { return end() }
        guard let inner = levels.popLast() else { return }
        inner.end()
        if savepoint == .nested { return }
        hasWritten = false
        do throws(StoreError) { levels = [try begin()] } catch { lost = error }
    }

    /// Undoes everything.
    private func end() {
        // Ended on another thread, a transaction may block every later one; left open, it does so as well.
        assert(levels.isEmpty || thread.isRunning, "a transaction ends on the thread that began it")
        let open = levels
        levels = []
        savepoints = []
        for level in open.reversed() { level.end() }
    }
}
