import Foundation
import PolystoreModel
import PolystoreQuery
import PolystoreStorage

@testable import PolystoreSQLite

/// Related objects of one store's snapshot, for the reference evaluator.
final class SnapshotSource: RowSource {
    private let snapshot: SQLiteSnapshot

    init(_ snapshot: SQLiteSnapshot) { self.snapshot = snapshot }

    func withRow<Result>(of object: ObjectID, _ body: (RowView) throws -> Result) throws -> Result? {
        guard object.store == snapshot.context.number else { return nil }
        var batches: [RowBatch] = []
        try snapshot.rows(object.root, keys: [object.key]) { batch in
            batches.append(batch)
            return true
        }
        for batch in batches { for row in batch { return try body(row) } }
        return nil
    }

    func related(_ relationship: ModelRelationship, of object: ObjectID) throws -> [ObjectID] {
        switch relationship.form {
        case .inverseReference:
            guard let inverse = relationship.inverse else { return [] }
            var objects: [ObjectID] = []
            try snapshot.rows(referencing: [object], through: inverse) { batch in
                objects += batch.map(\.objectID)
                return true
            }
            return objects
        case .join:
            guard let join = relationship.join else { return [] }
            let isForward = join.forward === relationship
            return try snapshot.links(join, from: [object], forward: isForward)
                .map { isForward ? $0.target : $0.source }
        case .reference, .transient: return []
        }
    }

    func deferredData(of row: RowView, _ slot: RowSlot) throws -> Data? {
        let object = row.objectID
        return try snapshot.deferredData(object.root, key: object.key, version: row.version, property: slot.key)
    }
}
