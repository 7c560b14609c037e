import Foundation
import PolystoreModel
import PolystoreStorage

/// Some objects of one entity in one store, with the way to what belongs to them.
struct GraphBatch {
    let reader: GraphReader
    let entity: ModelEntity
    let store: AttachedStore
    let snapshot: any StoreSnapshot
    let rows: RowBatch

    /// The IDs of the objects.
    var objectIDs: [ObjectID] { rows.map(\.objectID) }

    /// The to-one relationships whose references the store leaves out, with what is found through their inverses.
    func omittedReferences() throws -> [PropertyKey: [ObjectID: ObjectID]] {
        var found: [PropertyKey: [ObjectID: ObjectID]] = [:]
        for relationship in entity.relationships where store.placement.omittedReferences.contains(relationship) {
            guard let inverse = relationship.inverse, inverse.form == .reference else { continue }
            var targets: [ObjectID: ObjectID] = [:]
            try reader.coordinator.rows(referencing: objectIDs, through: inverse, in: reader.snapshots) { batch in
                for row in batch {
                    guard let slot = row.slot(of: inverse.key), let owner = row.reference(slot.pointee) else {
                        continue
                    }
                    targets[owner] = row.objectID
                }
                return true
            }
            found[relationship.key] = targets
        }
        return found
    }

    /// The members of a to-many relationship of the objects, with their places in its order.
    func members(of relationship: ModelRelationship) throws -> [ObjectID: [Membership]] {
        let source = CoordinatorSource(reader.coordinator, reading: reader.snapshots)
        var members: [ObjectID: [Membership]] = [:]
        try source.members(of: relationship, owners: objectIDs) { _ in
            true
        } _: { member in
            members[member.owner, default: []].append(member)
        }
        return members
    }

    /// The pairs of a join table whose sources are the objects.
    func links(of join: ModelJoin) throws -> [JoinLink] {
        try reader.coordinator.links(join, from: objectIDs, forward: true, in: reader.snapshots)
    }

    /// The data of a slot, read from where it is kept.
    ///
    /// - Throws: `StoreError` with code `damaged` when a row names data that is not there.
    func data(of row: RowView, _ slot: RowSlot) throws -> Data {
        guard row.deferredData(slot) != nil else { return Data(row.variable(slot)) }
        let data = try snapshot.deferredData(row.layout.root, key: row.key, version: row.version, property: slot.key)
        guard let data else {
            throw StoreError(
                .damaged,
                [
                    .store: store.name, .entity: entity.name, .object: row.objectID.description,
                    .property: slot.key.name,
                ])
        }
        return data
    }
}
