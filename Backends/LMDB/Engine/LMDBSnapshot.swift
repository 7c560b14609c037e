import CPolystoreLMDB
import PolystoreModel
import PolystoreRecordLayer
import PolystoreStorage

/// A read transaction: a view of the tables at one commit, read in the map without copying.
///
/// The library allows one call at a time on a transaction, from any thread, so each call takes the snapshot's lock; what
/// a scan fetched is visited outside of it.
final class LMDBSnapshot: OrderedSnapshot {
    private struct State {
        /// Nil when the snapshot has been taken away.
        var view: LMDBView?
        /// How many closures are reading.
        var readers = 0
        /// Whether the last reader takes the snapshot away.
        var isRevoked = false
    }

    private let state: Protected<State>

    init(_ environment: LMDBEnvironment) throws(StoreError) {
        state = Protected(State(view: LMDBView(environment: environment, transaction: try environment.beginReading())))
    }

    deinit { state.withLock { LMDBSnapshot.end(&$0) } }

    func reading<Result>(_ body: () throws(StoreError) -> Result) throws(StoreError) -> Result {
        try enter()
        defer {
            state.withLock { state in
                state.readers -= 1
                if state.isRevoked, state.readers == 0 { LMDBSnapshot.end(&state) }
            }
        }
        return try body()
    }

    /// Ends the transaction, now or when nobody reads any more: the map may go away then.
    func revoke() {
        state.withLock { state in
            state.isRevoked = true
            if state.readers == 0 { LMDBSnapshot.end(&state) }
        }
    }

    func value(_ table: EngineTable, _ key: UnsafeRawBufferPointer) throws(StoreError) -> UnsafeRawBufferPointer? {
        try locked { (view) throws(StoreError) in try view.value(table, key) }
    }

    func scan(
        _ table: EngineTable, _ range: KeyRange, _ direction: ScanDirection, _ visit: Visitor
    ) throws(StoreError) {
        try reading { () throws(StoreError) in
            var scan = try locked { (view) throws(StoreError) in try LMDBScan(view, table, range, direction) }
            defer { state.withLock { _ in scan.close() } }
            var entries: [LMDBScan.Entry] = []
            repeat {
                try locked { (_) throws(StoreError) in try scan.fill(&entries) }
                for entry in entries where try !visit(entry.key, entry.value) { return }
            } while !entries.isEmpty
        }
    }

    func count(_ table: EngineTable, _ range: KeyRange, limit: Int) throws(StoreError) -> Int {
        try locked { (view) throws(StoreError) in try view.count(table, range, limit: limit) }
    }

    private func enter() throws(StoreError) {
        let isReadable = state.withLock { state in
            guard state.view != nil, !state.isRevoked || state.readers > 0 else { return false }
            state.readers += 1
            return true
        }
        guard isReadable else { throw StoreError(.closed) }
    }

    private func locked<Result>(
        _ body: (LMDBView) throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
        try state.withLock { (state) throws(StoreError) in
            guard let view = state.view else { throw StoreError(.closed) }
            return try body(view)
        }
    }

    private static func end(_ state: inout State) {
        guard let view = state.view else { return }
        mdb_txn_abort(view.transaction)
        state.view = nil
    }
}
