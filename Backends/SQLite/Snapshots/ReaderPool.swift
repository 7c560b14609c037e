import PolystoreModel
import PolystoreStorage

/// The connections of a store's snapshots: up to a number of them stay open between uses; more are made when more
/// snapshots are held, and close when those end.
final class ReaderPool: Sendable {
    private struct State {
        var idle: [Reader] = []
        var all: [Reader] = []
        /// The numbers of the readers that there are, and of those that are being made.
        var numbers: Set<Int> = []
        var isClosed = false

        mutating func forget(_ reader: Reader) {
            guard let place = all.firstIndex(where: { $0 === reader }) else { return }
            all.remove(at: place)
            numbers.remove(reader.number)
        }
    }

    private let settings: ConnectionSettings
    private let options: SQLiteOptions
    private let mode: ConnectionMode
    private let state = Locked(State())

    init(_ settings: ConnectionSettings, _ options: SQLiteOptions, mode: ConnectionMode) {
        self.settings = settings
        self.options = options
        self.mode = mode
    }

    /// An idle reader, the first of those that there are: it has the most memory, and few stay warm rather than many
    /// cold.
    func take() throws(StoreError) -> Reader {
        let (idle, number) = try state.withLock { (state) throws(StoreError) -> (Reader?, Int) in
            if state.isClosed { throw StoreError(.closed, [.store: settings.store]) }
            if let place = state.idle.indices.min(by: { state.idle[$0].number < state.idle[$1].number }) {
                return (state.idle.remove(at: place), 0)
            }
            var number = 0
            while state.numbers.contains(number) { number += 1 }
            state.numbers.insert(number)
            return (nil, number)
        }
        if let idle { return idle }
        return try make(number)
    }

    private func make(_ number: Int) throws(StoreError) -> Reader {
        var settings = settings
        settings.cacheSize = options.readerCacheSize(number)
        let reader: Reader
        do throws(StoreError) {
            reader = Reader(try Connection(mode, settings), store: settings.store, number: number)
        } catch {
            state.withLock { _ = $0.numbers.remove(number) }
            throw error
        }
        let isLate = state.withLock { state in
            state.all.append(reader)
            return state.isClosed
        }
        if isLate {
            reader.close()
            throw StoreError(.closed, [.store: settings.store])
        }
        return reader
    }

    /// Gives a reader back, out of any transaction; of more than are kept, the last one goes.
    func give(_ reader: Reader) {
        let surplus: Reader? = state.withLock { state in
            if state.isClosed {
                state.forget(reader)
                return reader
            }
            state.idle.append(reader)
            guard state.idle.count > options.readers,
                let place = state.idle.indices.max(by: { state.idle[$0].number < state.idle[$1].number })
            else { return nil }
            let last = state.idle.remove(at: place)
            state.forget(last)
            return last
        }
        surplus?.close()
    }

    /// Closes a reader that cannot be used again.
    func discard(_ reader: Reader) {
        state.withLock { $0.forget(reader) }
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
