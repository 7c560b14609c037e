import PolystoreCore
import PolystoreModel
import PolystoreQuery
import PolystoreStorage

/// Changed rows over a snapshot: what a context shows while it has unsaved changes.
final class OverlaySource: BatchedRowSource {
    private let base: SnapshotRowSource
    private let rows: [ObjectID: StoreChanges.Row]
    private let deleted: Set<ObjectID>

    init(_ base: SnapshotRowSource, rows: [ObjectID: StoreChanges.Row], deleted: Set<ObjectID>) {
        self.base = base
        self.rows = rows
        self.deleted = deleted
    }

    func withRow<Result>(of object: ObjectID, _ body: (RowView) throws -> Result) throws -> Result? {
        if deleted.contains(object) { return nil }
        if let row = rows[object] { return try body(row.view) }
        return try base.withRow(of: object, body)
    }

    func related(_ relationship: ModelRelationship, of object: ObjectID) throws -> [ObjectID] {
        let stored = try base.related(relationship, of: object)
        guard relationship.form == .inverseReference, let inverse = relationship.inverse else {
            return stored.filter { !deleted.contains($0) }
        }
        let unchanged = stored.filter { rows[$0] == nil && !deleted.contains($0) }
        let changed = rows.values.filter { row in
            let index = row.view.layout.index(of: inverse.key)
            return index >= 0 && row.view.reference(row.view.layout.slots[index]) == object
        }
        return unchanged + changed.map(\.view.objectID)
    }

    func prepareRows(of objects: [ObjectID]) throws { try base.prepareRows(of: objects) }

    func prepareRelated(_ relationship: ModelRelationship, of objects: [ObjectID]) throws {
        try base.prepareRelated(relationship, of: objects)
    }

    func isOverlaid(_ entity: ModelEntity) -> Bool {
        rows.values.contains { $0.view.layout.entity == entity }
            || deleted.contains { $0.root == entity.rootNumber }
    }

    func trim() { base.trim() }
}
