import PolystoreModel
import PolystoreStorage

extension ManagedObjectContext {
    /// Makes a context with a queue of its own that sees this one's unsaved changes and saves into it.
    ///
    /// New objects of the child have their permanent IDs at once, as everywhere. Nothing is on disk before this context
    /// saves.
    public func newChildContext() -> ContextHandle { makeChild(.privateQueue).handle }

    /// Makes a child context for the running thread.
    public func newConfinedChildContext() -> ManagedObjectContext { makeChild(.thread) }

    private func makeChild(_ confinement: ContextConfinement) -> ManagedObjectContext {
        checkExecutor()
        let child = ContextHandle(confinement)
        let context = ManagedObjectContext(
            coordinator: coordinator, classes: classes, source: ParentSource(self), handle: child)
        child.attach(context)
        return context
    }

    /// Hands out rows as this context sees them.
    func exportRows(of objectIDs: [ObjectID], _ receive: (RowBatch) -> Bool) throws {
        var unknown: [ObjectID] = []
        for objectID in objectIDs {
            guard let object = registered(objectID), !object.isFault else {
                unknown.append(objectID)
                continue
            }
            guard object.flags.isDisjoint(with: [.deleted, .detached, .inaccessible]) else { continue }
            let row = object.readableRow()
            let own = RowView(base: row.base, layout: row.layout, key: object.key)
            guard withExtendedLifetime(object, { receive(SnapshotRow.copy(of: own)) }) else { return }
        }
        if !unknown.isEmpty { try source.rows(of: unknown, receive) }
    }

    /// The members of relationships as this context sees them, with their rows.
    func exportMembers(
        of relationship: ModelRelationship, owners: [ObjectID], _ receive: (RowBatch) -> Bool
    ) throws -> [Membership] {
        let objects = owners.compactMap { relatedObject($0, relationship.entity) }
        try materialize(relationship, of: objects)
        try throwAccessError()
        var result: [Membership] = []
        for object in objects {
            for (place, member) in members(of: object, relationship).enumerated() {
                let order = OrderKeys.spacing * Int64(place + 2)
                result.append(Membership(owner: object.identity, member: member, order: order))
            }
        }
        try exportRows(of: result.map(\.member), receive)
        return result
    }

    /// Takes what a child saves as this context's own unsaved changes.
    func importChanges(_ changes: [StoreNumber: StoreChanges]) throws {
        let byStore = changes.sorted { $0.key.rawValue < $1.key.rawValue }
        let sorted = byStore.map(\.value)
        // All new objects first: the others may refer to them.
        for change in sorted { for row in change.inserts { try importInsert(row.view) } }
        for change in sorted {
            for row in change.inserts { importReferences(row.view, nil) }
            for row in change.updates { try importUpdate(row) }
        }
        for change in sorted { for link in change.links { importLink(link) } }
        for (store, change) in byStore {
            for mark in change.deletes {
                let objectID = ObjectID(store: store, root: mark.entity.rootNumber, key: mark.key)
                if let object = relatedObject(objectID, mark.entity) { delete(object) }
            }
        }
        try processPendingChanges()
        try throwAccessError()
    }

    private func importInsert(_ row: RowView) throws {
        guard let entity = row.layout.entity else {
            throw ContextError(.unknownEntity, [.entity: row.layout.descriptor.entity])
        }
        let object = try adoptImported(entity, row.layout.store, row.key)
        guard let own = object.writableRow() else { throw missing(row.objectID) }
        for (index, slot) in row.layout.slots.enumerated() where slot.kind != .reference {
            own.copySlot(at: index, from: row)
        }
    }

    private func importUpdate(_ change: StoreChanges.Row) throws {
        let row = change.view
        guard let entity = row.layout.entity, let object = relatedObject(row.objectID, entity),
            let own = object.writableRow()
        else { throw missing(row.objectID) }
        change.changed.forEach { index in
            if row.layout.slots[index].kind != .reference { own.copySlot(at: index, from: row) }
        }
        importReferences(row, change.changed)
    }

    /// Sets the to-one relationships of a row through the objects, so that inverses follow.
    private func importReferences(_ row: RowView, _ changed: SlotSet?) {
        guard let object = registered(row.objectID) else { return }
        for relationship in object.entity.relationships where relationship.form == .reference {
            let index = row.layout.index(of: relationship.key)
            guard index >= 0, changed?.contains(index) ?? true else { continue }
            let target = row.reference(row.layout.slots[index])
            object.setReference(target.flatMap { relatedObject($0, relationship) }, of: relationship)
            guard let inverse = relationship.inverse, inverse.isOrdered else { continue }
            let orderIndex = row.layout.index(of: inverse.orderKey)
            if orderIndex >= 0 { object.overlay?.row?.copySlot(at: orderIndex, from: row) }
        }
    }

    private func importLink(_ link: LinkChange) {
        let relationship = link.join.forward
        guard let source = relatedObject(link.source, relationship.entity),
            let target = relatedObject(link.target, relationship)
        else { return }
        switch link.kind {
        case .put: source.addMember(target, to: relationship, at: nil)
        case .remove: source.removeMember(target, from: relationship)
        }
    }
}
