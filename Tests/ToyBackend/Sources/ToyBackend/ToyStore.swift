import Foundation
import PolystoreStorage
import Synchronization

/// A store that can do almost nothing: rows in a dictionary, found by looking at all of them, gone with the process.
final class ToyStore: PersistentStore {
    struct Content: Sendable {
        var rows: [RootNumber: [Int64: StoreChanges.Row]] = [:]
        var metadata: StoreMetadata
    }

    private struct State {
        var isClosed = false
        var (committed, working): (Content, Content)
        var marks: [RootNumber: Int64] = [:]
    }

    let identifier = UUID()
    let capabilities = StoreType.toy.capabilities
    let peers = PeerTable()
    let layouts: LayoutTable
    private let state: Mutex<State>

    init(_ opening: StoreOpening) {
        let new = Content(metadata: StoreMetadata(identifier: identifier, model: opening.model.description))
        state = Mutex(State(committed: new, working: new))
        layouts = LayoutTable(of: identifier, peers: peers, opening: opening)
    }

    var metadata: StoreMetadata { state.withLock { $0.committed.metadata } }

    func snapshot() throws(StoreError) -> any StoreSnapshot {
        let state = state.withLock { $0 }
        guard !state.isClosed else { throw StoreError(.closed) }
        return ToySnapshot(state.committed, of: self)
    }

    func newestCommit() -> CommitNumber { state.withLock { $0.committed.metadata.watermark } }

    func begin(_ durability: Durability) { rollback() }

    func apply(_ changes: StoreChanges) throws(StoreError) {
        var state = state.withLock { $0 }
        let conflicts = StoreConflicts(versionsOf: changes, in: StoreNumber(interning: identifier)) {
            state.working.rows[$0]?[$1]?.view.version
        }
        guard conflicts.isEmpty else { throw StoreError(.conflict, conflicts: conflicts) }
        for mark in changes.deletes { state.working.rows[mark.entity.rootNumber]?[mark.key] = nil }
        for row in changes.inserts + changes.updates {
            let root = row.view.layout.root
            state.working.rows[root, default: [:]][row.view.key] = row
            state.marks[root] = max(state.marks[root] ?? 0, row.view.key)
        }
        for (name, value) in changes.metadata { state.working.metadata.user[name] = value }
        if let mark = changes.joint { state.working.metadata.joint = mark }
        if let change = changes.domain { state.working.metadata.domain = change.domain }
        self.state.withLock { $0 = state }
    }

    func prepare() {}

    func commit() -> CommitNumber {
        state.withLock { state in
            state.working.metadata.watermark += 1
            state.committed = state.working
        }
        return newestCommit()
    }

    func rollback() { state.withLock { $0.working = $0.committed } }

    func reserveKeys(_ root: RootNumber, count: Int) throws(StoreError) -> Range<Int64> {
        _ = try snapshot()  // refuses when the store is closed
        let first = state.withLock { $0.marks[root] ?? 0 } + 1
        let (end, overflow) = first.addingReportingOverflow(Int64(count))
        if overflow { throw StoreError(.keysUnavailable) }
        state.withLock { $0.marks[root] = end - 1 }
        return first..<end
    }

    func releaseKeys(_ root: RootNumber, from key: Int64) { state.withLock { $0.marks[root] = key - 1 } }

    func close() { state.withLock { $0.isClosed = true } }
}
