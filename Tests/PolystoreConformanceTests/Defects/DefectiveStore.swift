import Foundation
import PolystoreStorage
import Synchronization

/// A store that does what another does, but for one defect and for what it declares.
final class DefectiveStore: PersistentStore {
    let defect: Defect?
    let capabilities: StoreCapabilities
    private let base: any PersistentStore
    private let firstKeys = Mutex<[RootNumber: Range<Int64>]>([:])

    init(_ base: any PersistentStore, _ defect: Defect?, declaring capabilities: StoreCapabilities) {
        (self.base, self.defect, self.capabilities) = (base, defect, capabilities)
    }

    var identifier: UUID { base.identifier }
    var layouts: LayoutTable { base.layouts }
    var peers: PeerTable { base.peers }
    var metadata: StoreMetadata { get throws(StoreError) { try base.metadata } }

    func snapshot() throws(StoreError) -> any StoreSnapshot {
        let base = base
        return DefectiveSnapshot(try base.snapshot(), defect) { () throws(StoreError) in try base.snapshot() }
    }

    func newestCommit() throws(StoreError) -> CommitNumber { try base.newestCommit() }

    func plan(_ query: StoreQuery) -> StorePlan {
        var plan = base.plan(query)
        if defect == .sortsNothing { plan.isSorted = true }
        if defect == .filtersNothing { plan.residual = nil }
        return plan
    }

    func begin(_ durability: Durability) throws(StoreError) { try base.begin(durability) }

    func apply(_ changes: StoreChanges) throws(StoreError) {
        var changes = changes
        switch defect {
        case .keepsDeletedRows: changes.deletes = []
        case .dropsPairs: changes.links = []
        case .dropsPlaces:
            changes.links = changes.links.map {
                LinkChange(join: $0.join, source: $0.source, target: $0.target, kind: $0.kind)
            }
        case .forgetsEntries: changes.metadata = [:]
        case .leavesHalves:
            var inserts = StoreChanges()
            swap(&inserts.inserts, &changes.inserts)
            try base.apply(inserts)
        case .takesStaleWrites:
            do {
                return try base.apply(changes)
            } catch {
                guard let found = error.conflicts?.versions, !found.isEmpty else { throw error }
                changes = changes.expecting(found)
            }
        default: break
        }
        try base.apply(changes)
    }

    func prepare() throws(StoreError) { try base.prepare() }
    func commit() throws(StoreError) -> CommitNumber { try base.commit() }
    func rollback() { base.rollback() }

    func reserveKeys(_ root: RootNumber, count: Int) throws(StoreError) -> Range<Int64> {
        let keys = try base.reserveKeys(root, count: count)
        guard defect == .givesKeysTwice else { return keys }
        let first = firstKeys.withLock { known in
            if known[root] == nil { known[root] = keys }
            return known[root]?.lowerBound ?? keys.lowerBound
        }
        return first..<first + Int64(count)
    }

    func releaseKeys(_ root: RootNumber, from first: Int64) throws(StoreError) {
        if defect != .givesKeysTwice { try base.releaseKeys(root, from: first) }
    }

    func close() throws(StoreError) { if defect != .staysOpen { try base.close() } }
}

extension StoreChanges {
    /// The changes as if they were from the versions that were found.
    fileprivate func expecting(_ found: [StoreConflicts.Version]) -> StoreChanges {
        var result = self
        let versions = Dictionary(found.map { ($0.object.key, $0.found) }, uniquingKeysWith: { first, _ in first })
        func taken(_ rows: [Row]) -> [Row] {
            rows.map { row in
                Row(
                    batch: row.batch, offset: row.offset,
                    expectedVersion: versions[row.view.key] ?? row.expectedVersion, changed: row.changed)
            }
        }
        let rows = taken(inserts + updates)
        result.inserts = rows.filter { $0.expectedVersion == 0 }
        result.updates = rows.filter { $0.expectedVersion != 0 }
        result.deletes = deletes.compactMap { mark in
            let version = versions[mark.key] ?? mark.expectedVersion
            return version == 0 ? nil : Mark(entity: mark.entity, key: mark.key, expectedVersion: version)
        }
        result.locks = locks.filter { versions[$0.key] == nil }
        return result
    }
}
