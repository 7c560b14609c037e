import Foundation
import PolystoreStorage
import Synchronization

/// A store that can do almost nothing: rows in a dictionary, found by looking at all of them, gone with the process.
///
/// No joins, no orders of members, no uniqueness; the coordinator refuses models that need them.
final class ToyStore: PersistentStore {
    struct Content: Sendable {
        var rows: [RootNumber: [Int64: StoreChanges.Row]] = [:]
        var user: [String: String] = [:]
        var commit: CommitNumber = 0
    }

    private struct State {
        var lifecycle = StoreLifecycle()
        var committed = Content()
        var working = Content()
        var marks: [RootNumber: Int64] = [:]
    }

    let identifier = UUID()
    let capabilities = StoreType.toy.capabilities
    let peers = PeerTable()
    let layouts: LayoutTable
    private let model: ModelDescription
    private let state = Mutex(State())

    init(_ opening: StoreOpening) {
        model = opening.model.description
        let (store, peers) = (StoreNumber(interning: identifier), peers)
        layouts = LayoutTable(
            opening.entities.enumerated().map { index, entity in
                let descriptor = RowLayoutDescriptor(
                    entity, number: UInt16(index + 1), entityNumber: UInt16(index + 1),
                    isKept: { _ in true }, mayLeaveStore: { _ in true })
                return RowLayout(descriptor, entity: entity, store: store, root: entity.rootNumber, peers: peers)
            })
    }

    var metadata: StoreMetadata {
        get throws(StoreError) {
            var metadata = StoreMetadata(identifier: identifier, model: model)
            metadata.user = state.withLock { $0.committed.user }
            return metadata
        }
    }

    func snapshot() throws(StoreError) -> any StoreSnapshot {
        let state = state.withLock { $0 }
        guard state.lifecycle.state != .closed else { throw StoreError(.closed) }
        return ToySnapshot(state.committed, layouts)
    }

    func newestCommit() throws(StoreError) -> CommitNumber { state.withLock { $0.committed.commit } }

    func plan(_ query: StoreQuery) -> StorePlan { .scan(query) }

    func begin(_ durability: Durability) throws(StoreError) {
        try handle(.begin)
        state.withLock { $0.working = $0.committed }
    }

    func apply(_ changes: StoreChanges) throws(StoreError) {
        var (state, conflicts, rows) = (state.withLock { $0 }, StoreConflicts(), changes.inserts + changes.updates)
        guard state.lifecycle.state == .writing else { throw StoreError(.outOfOrder) }
        func check(_ root: RootNumber, _ key: Int64, _ expected: UInt32) {
            let found = state.working.rows[root]?[key]?.view.version ?? 0
            let object = ObjectID(store: StoreNumber(interning: identifier), root: root, key: key)
            if found != expected { conflicts.versions.append(.init(object: object, expected: expected, found: found)) }
        }
        for row in rows { check(row.view.layout.root, row.view.key, row.expectedVersion) }
        for mark in changes.deletes + changes.locks { check(mark.entity.rootNumber, mark.key, mark.expectedVersion) }
        guard conflicts.isEmpty else { throw StoreError(.conflict, conflicts: conflicts) }
        for mark in changes.deletes { state.working.rows[mark.entity.rootNumber]?[mark.key] = nil }
        while let row = rows.popLast() {
            let (root, key) = (row.view.layout.root, row.view.key)
            state.working.rows[root, default: [:]][key] = row
            state.marks[root] = max(state.marks[root] ?? 0, key)
        }
        for (name, value) in changes.metadata { state.working.user[name] = value }
        self.state.withLock { $0 = state }
    }

    func prepare() throws(StoreError) { try handle(.prepare) }

    func commit() throws(StoreError) -> CommitNumber {
        try handle(.commit)
        return state.withLock { state in
            state.working.commit += 1
            state.committed = state.working
            return state.committed.commit
        }
    }

    func rollback() { try? handle(.rollback) }  // there is nothing to undo when no transaction is open

    func reserveKeys(_ root: RootNumber, count: Int) throws(StoreError) -> Range<Int64> {
        _ = try snapshot()  // refuses when the store is closed
        return state.withLock { state in
            let first = (state.marks[root] ?? 0) + 1
            state.marks[root] = first + Int64(count) - 1
            return first..<first + Int64(count)
        }
    }

    func releaseKeys(_ root: RootNumber, from key: Int64) throws(StoreError) {
        state.withLock { $0.marks[root] = key - 1 }
    }

    func close() throws(StoreError) { try handle(.close) }

    private func handle(_ event: StoreLifecycle.Event) throws(StoreError) {
        try state.withLock { (state) throws(StoreError) in try state.lifecycle.handle(event) }
    }
}
