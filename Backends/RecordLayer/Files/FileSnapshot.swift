import PolystoreModel
import PolystoreStorage

/// A view of a file's tables at one commit, read where they lie.
///
/// A library's transaction takes one call at a time, so each call takes the snapshot's lock; what a scan fetched is visited
/// outside of it.
public final class FileSnapshot: CopyableSnapshot, RevocableSnapshot {
    private struct State {
        /// Nil when the snapshot has been taken away.
        var view: (any EngineView)?
        /// How many closures are reading.
        var readers = 0
        /// Whether the last reader takes the snapshot away.
        var isRevoked = false

        /// Whether reading may begin.
        var isReadable: Bool { view != nil && (!isRevoked || readers > 0) }

        mutating func end() {
            view?.end()
            view = nil
        }
    }

    private let state: Locked<State>
    private let makesFile: @Sendable (PersistentStoreDescription, EntrySource) throws(StoreError) -> Void

    init(
        _ view: any EngineView,
        makesFile: @escaping @Sendable (PersistentStoreDescription, EntrySource) throws(StoreError) -> Void
    ) {
        state = Locked(State(view: view))
        self.makesFile = makesFile
    }

    deinit { state.withLock { $0.end() } }

    /// Runs a closure during which the snapshot stays readable; `closed` when it was taken away.
    public func reading<Result>(_ body: () throws(StoreError) -> Result) throws(StoreError) -> Result {
        try enter()
        defer {
            state.withLock { state in
                state.readers -= 1
                if state.isRevoked, state.readers == 0 { state.end() }
            }
        }
        return try body()
    }

    /// Ends the view, now or after the last read: what it hands out may go away then.
    func revoke() {
        state.withLock { state in
            state.isRevoked = true
            if state.readers == 0 { state.end() }
        }
    }

    /// The value of a key, where it lies.
    public func value(
        _ table: EngineTable, _ key: UnsafeRawBufferPointer
    ) throws(StoreError) -> UnsafeRawBufferPointer? {
        // Asked for every row: nothing generic is handed through the lock.
        var result: UnsafeRawBufferPointer?
        try state.withLock { (state) throws(StoreError) in
            guard let view = state.view else { throw StoreError(.closed) }
            result = try view.value(table, key)
        }
        return result
    }

    /// The values of several keys, where they lie, under one lock.
    public func values(
        _ table: EngineTable, _ keys: UnsafeRawBufferPointer,
        _ values: UnsafeMutableBufferPointer<UnsafeRawBufferPointer?>
    ) throws(StoreError) {
        try state.withLock { (state) throws(StoreError) in
            guard let view = state.view else { throw StoreError(.closed) }
            try view.values(table, keys, values)
        }
    }

    /// Visits the entries of a range in order, more at a time the longer it goes on.
    public func scanRuns(
        _ table: EngineTable, _ range: KeyRange, _ direction: ScanDirection, _ visit: RunVisitor
    ) throws(StoreError) {
        try reading { () throws(StoreError) in
            let scan = try locked { (view) throws(StoreError) in try view.scan(table, range, direction) }
            defer { state.withLock { _ in scan.end() } }
            var entries: [EngineScan.Entry] = []
            var step = ScanStep()
            repeat {
                entries.removeAll(keepingCapacity: true)
                try locked { (_) throws(StoreError) in try scan.append(step.count, to: &entries) }
                if entries.isEmpty { return }
                guard try entries.withUnsafeBufferPointer({ (run) throws(StoreError) in try visit(run) }),
                    entries.count == step.count
                else { return }
                step.grow()
            } while true
        }
    }

    /// The number of entries in a range, or the limit if there are more.
    public func count(_ table: EngineTable, _ range: KeyRange, limit: Int) throws(StoreError) -> Int {
        try locked { (view) throws(StoreError) in try view.count(table, range, limit: limit) }
    }

    /// The bytes that the view retains in the file.
    public func retainedBytes() throws(StoreError) -> Int {
        try locked { (view) throws(StoreError) in try view.retainedBytes() }
    }

    /// Makes another file of the library.
    public func makeFile(_ target: PersistentStoreDescription, of entries: EntrySource) throws(StoreError) {
        try makesFile(target, entries)
    }

    private func enter() throws(StoreError) {
        let isReadable = state.withLock { state in
            guard state.isReadable else { return false }
            state.readers += 1
            return true
        }
        guard isReadable else { throw StoreError(.closed) }
    }

    private func locked<Result>(_ body: (any EngineView) throws(StoreError) -> Result) throws(StoreError) -> Result {
        try state.withLock { (state) throws(StoreError) in
            guard let view = state.view else { throw StoreError(.closed) }
            return try body(view)
        }
    }
}
