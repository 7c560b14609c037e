import PolystoreModel
import PolystoreStorage

/// The view that a context gives its children: rows and relationships with its unsaved changes.
extension ManagedObjectContext {
    /// Hands out rows as this context sees them.
    func exportRows(of objectIDs: [ObjectID], _ receive: (RowBatch) -> Bool) throws {
        var unknown: [ObjectID] = []
        var builders: [StoreNumber: RowBatchBuilder] = [:]
        for objectID in objectIDs {
            guard let object = registered(objectID), !object.isFault else {
                unknown.append(objectID)
                continue
            }
            guard object.flags.isDisjoint(with: [.deleted, .detached, .inaccessible]) else { continue }
            let layouts = object.batch.layouts
            let builder = builders[objectID.store] ?? RowBatchBuilder(layouts: layouts, expectedBytes: 4096)
            builders[objectID.store] = builder
            pack(object, into: builder)
        }
        for (_, builder) in builders.sorted(byNumber: \.key.rawValue) {
            for batch in builder.takeBatches() { guard receive(batch) else { return } }
        }
        if !unknown.isEmpty { try source.rows(of: unknown, receive) }
    }

    private func pack(_ object: ManagedObject, into builder: RowBatchBuilder) {
        if let row = object.changedRow {
            builder.append(packing: row, version: row.version)
            return
        }
        // A new object without values of its own reads from the shared row of defaults, whose key is not its own.
        let stored = object.storedRow()
        let own = RowView(base: stored.base, layout: stored.layout, key: object.key)
        builder.append(packing: MutableRow.copy(of: own, to: stored.layout), version: stored.version)
    }

    /// The members of relationships as this context sees them, with their rows.
    func exportMembers(
        of relationship: ModelRelationship, owners: [ObjectID], _ receive: (RowBatch) -> Bool
    ) throws -> [Membership] {
        try applyPendingDeletesAfterMerging()
        let objects = relatedObjects(owners, of: relationship.entity)
            .filter { $0.flags.isDisjoint(with: [.deleted, .detached]) }
        try materialize(relationship, of: objects)
        try throwAccessError()
        var result: [Membership] = []
        for object in objects {
            let key = ToManyKey(object.identity, relationship.key)
            // Children continue this context's places, so that what they save can be put among them.
            if relationship.isOrdered, let state = toMany[key], state.hasChanges { try giveOrderKeys(key, state) }
            guard let state = toMany[key] else { continue }
            for (index, member) in (state.members ?? []).enumerated() {
                let place = state.orders[member] ?? OrderKeys.spacing * Int64(index + 2)
                result.append(Membership(owner: object.identity, member: member, order: place))
            }
        }
        try exportRows(of: result.map(\.member), receive)
        return result
    }

    /// What to-one relationships that rows do not keep lead to as this context sees them, with the rows behind them.
    ///
    /// What this context does not know is asked of its own source at once, and makes no objects here.
    func exportReferences(
        of relationship: ModelRelationship, owners: [ObjectID], _ receive: (RowBatch) -> Bool
    ) throws -> [Membership] {
        try applyPendingDeletesAfterMerging()
        var result: [Membership] = []
        var unknown: [ObjectID] = []
        for owner in owners {
            guard let object = registered(owner) else {
                unknown.append(owner)
                continue
            }
            guard object.flags.isDisjoint(with: [.deleted, .detached]) else { continue }
            guard let known = object.knownReference(of: relationship) else {
                unknown.append(owner)
                continue
            }
            if let member = known { result.append(Membership(owner: owner, member: member, order: 0)) }
        }
        if !unknown.isEmpty {
            // Its rows may be older here than there: they are handed out below, as this context sees them.
            try source.members(of: relationship, owners: unknown, { _ in true }, { result.append($0) })
        }
        try exportRows(of: result.map(\.member), receive)
        return result
    }

    /// Whether unsaved changes of this context, or of one that it reads through, lie over objects of an entity.
    func isOverlaid(_ entity: ModelEntity) -> Bool {
        let root = entity.rootNumber
        return tracked.contains { $0.batch.root == root }
            || changedToMany.contains { $0.owner.root == root && toMany[$0]?.hasChanges ?? false }
            || source.isOverlaid(entity)
    }
}
