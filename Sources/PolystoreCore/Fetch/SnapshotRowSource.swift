import Foundation
import PolystoreModel
import PolystoreQuery
import PolystoreStorage

/// The objects of one snapshot, as the evaluator looks them up: what was read once is kept, and what will be looked at can
/// be read in one go beforehand.
///
/// Used on one thread, for one request.
package final class SnapshotRowSource: BatchedRowSource {
    private struct Place {
        let batch: RowBatch
        let offset: Int
    }

    private let coordinator: PersistentStoreCoordinator
    private let snapshots: MultiStoreSnapshot
    /// The rows that were read; nil for objects that are not there.
    private var rows: [ObjectID: Place?] = [:]
    private var targets: [ModelRelationship: [ObjectID: [ObjectID]]] = [:]
    private var targetCount = 0

    /// How many rows or related objects are kept before everything is forgotten.
    static let capacity = 1 << 16

    /// Makes a source that has read nothing.
    package init(_ coordinator: PersistentStoreCoordinator, _ snapshots: MultiStoreSnapshot) {
        self.coordinator = coordinator
        self.snapshots = snapshots
    }

    package func withRow<Result>(of object: ObjectID, _ body: (RowView) throws -> Result) throws -> Result? {
        if rows[object] == nil { try prepareRows(of: [object]) }
        guard let place = rows[object] ?? nil else { return nil }
        return try withExtendedLifetime(place.batch) { try body(place.batch.row(at: place.offset)) }
    }

    package func related(_ relationship: ModelRelationship, of object: ObjectID) throws -> [ObjectID] {
        if let known = targets[relationship]?[object] { return known }
        try prepareRelated(relationship, of: [object])
        return targets[relationship]?[object] ?? []
    }

    package func deferredData(of row: RowView, _ slot: RowSlot) throws -> Data? {
        let object = row.objectID
        return try snapshots.snapshot(of: object.store)?.deferredData(
            object.root, key: object.key, version: row.version, property: slot.key)
    }

    package func prepareRows(of objects: [ObjectID]) throws {
        let unknown = objects.filter { rows[$0] == nil }
        if unknown.isEmpty { return }
        for object in unknown { rows.updateValue(nil, forKey: object) }
        try coordinator.rows(of: Array(Set(unknown)), in: snapshots) { batch in
            keep(batch)
            return true
        }
    }

    package func prepareRelated(_ relationship: ModelRelationship, of objects: [ObjectID]) throws {
        var known = targets.removeValue(forKey: relationship) ?? [:]
        defer { targets[relationship] = known }
        let unknown = Array(Set(objects.filter { known[$0] == nil }))
        if unknown.isEmpty { return }
        for object in unknown { known[object] = [] }
        switch relationship.form {
        case .transient: break
        case .join:
            for link in try coordinator.links(relationship, of: unknown, in: snapshots) {
                let isForward = relationship.join?.forward === relationship
                known[isForward ? link.source : link.target, default: []].append(isForward ? link.target : link.source)
                targetCount += 1
            }
        case .reference, .inverseReference:
            // A to-one relationship whose references its own store leaves out is found through its inverse as well.
            guard let inverse = relationship.inverse, inverse.form == .reference else { break }
            try coordinator.rows(referencing: unknown, through: inverse, in: snapshots) { batch in
                keep(batch)
                for row in batch {
                    let index = row.layout.index(of: inverse.key)
                    guard index >= 0, let source = row.reference(row.layout.slots[index]) else { continue }
                    known[source, default: []].append(row.objectID)
                    targetCount += 1
                }
                return true
            }
        }
    }

    package func isOverlaid(_ entity: ModelEntity) -> Bool { false }

    /// Forgets what was read when it has become much; called between batches.
    package func trim() {
        guard rows.count + targetCount > SnapshotRowSource.capacity else { return }
        rows = [:]
        targets = [:]
        targetCount = 0
    }

    private func keep(_ batch: RowBatch) {
        var iterator = batch.makeIterator()
        while let offset = iterator.nextOffset() {
            rows.updateValue(Place(batch: batch, offset: offset), forKey: batch.row(at: offset).objectID)
        }
    }
}
