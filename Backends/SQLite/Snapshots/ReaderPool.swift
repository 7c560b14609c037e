import PolystoreModel
import PolystoreStorage

/// The connections of a store's snapshots: up to a number of them stay open between uses; more are made when more
/// snapshots are held, and close when those end.
final class ReaderPool: Sendable {
    private struct State {
        var idle: [Reader] = []
        var all: [Reader] = []
        var made = 0
        var isClosed = false
    }

    private let settings: ConnectionSettings
    private let options: SQLiteOptions
    private let mode: ConnectionMode
    private let state = Protected(State())

    init(_ settings: ConnectionSettings, _ options: SQLiteOptions, mode: ConnectionMode) {
        self.settings = settings
        self.options = options
        self.mode = mode
    }

    /// A reader that nobody uses, the most recently used first, so that few caches stay warm rather than many cold.
    func take() throws(StoreError) -> Reader {
        let (idle, index, isClosed) = state.withLock { state in
            (state.idle.popLast(), state.made, state.isClosed)
        }
        if isClosed { throw StoreError(.closed, [.store: settings.store]) }
        if let idle { return idle }
        var settings = settings
        settings.cacheSize = options.readerCacheSize(index)
        settings.pageCacheSize = options.pageCacheSize(index)
        let reader = Reader(try Connection(mode, settings), store: settings.store)
        let isLate = state.withLock { state in
            state.made += 1
            state.all.append(reader)
            return state.isClosed
        }
        if isLate {
            reader.close()
            throw StoreError(.closed, [.store: settings.store])
        }
        return reader
    }

    /// Gives a reader back, out of any transaction.
    func give(_ reader: Reader) {
        let isSurplus = state.withLock { state in
            if state.isClosed || state.idle.count >= options.readers {
                state.all.removeAll { $0 === reader }
                state.made -= 1
                return true
            }
            state.idle.append(reader)
            return false
        }
        if isSurplus { reader.close() }
    }

    /// Closes a reader that cannot be used again.
    func discard(_ reader: Reader) {
        state.withLock { state in
            guard state.all.contains(where: { $0 === reader }) else { return }
            state.all.removeAll { $0 === reader }
            state.made -= 1
        }
        reader.close()
    }

    /// The readers that are open, in use or not.
    var readers: [Reader] { state.withLock { $0.all } }

    /// Closes all readers; snapshots that are still held throw `closed`.
    func close() {
        let readers = state.withLock { state in
            state.isClosed = true
            state.idle = []
            defer { state.all = [] }
            return state.all
        }
        for reader in readers { reader.close() }
    }
}
