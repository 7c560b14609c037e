import PolystoreModel
import PolystoreStorage

/// A child context's saved changes become this context's own unsaved changes.
extension ManagedObjectContext {
    /// Takes the changes of a child, all or nothing.
    ///
    /// - Throws: `CoordinatorError` with code `conflict` when the child began from rows that this context does not have
    ///   (any more), with nothing taken.
    func importChanges(_ changes: ChangeSet) throws {
        try throwAccessError()
        try processPendingChanges()
        try readRows(of: unreadRows(of: changes))
        let conflicts = childConflicts(changes)
        guard conflicts.isEmpty else { throw CoordinatorError(.conflict, conflicts: conflicts) }
        let byStore = changes.sorted(byNumber: \.store.rawValue)
        let sorted = byStore.map(\.changes)
        var places = ImportedPlaces()
        // All new objects first: the others may refer to them.
        for change in sorted { for row in change.inserts { try importInsert(row.view) } }
        for change in sorted {
            for row in change.inserts { importReferences(row.view, nil, &places) }
            for row in change.updates { try importUpdate(row, &places) }
        }
        for change in sorted { for link in change.links { importLink(link, &places) } }
        try settle(places)
        for (store, change) in byStore {
            for mark in change.deletes { if let object = registered(mark, store) { delete(object) } }
            for mark in change.locks { if let object = registered(mark, store) { detectConflicts(for: object) } }
        }
        try processPendingChanges()
        try throwAccessError()
    }

    func registered(_ mark: StoreChanges.Mark, _ store: StoreNumber) -> ManagedObject? {
        guard let object = registered(mark.objectID(in: store)) else {
            return nil
        }
        return object.flags.isDisjoint(with: [.deleted, .detached]) ? object : nil
    }

    /// The rows to read before anything is judged or changed: those that are changed, those of objects that are referred to
    /// and not known here, and those that decide the class of one.
    private func unreadRows(of changes: ChangeSet) -> [ObjectID] {
        var wanted: Set<ObjectID> = []
        for (store, change) in changes {
            for row in change.updates { wanted.insert(row.view.objectID) }
            for mark in change.deletes + change.locks {
                wanted.insert(mark.objectID(in: store))
            }
            for row in change.inserts + change.updates {
                for (target, entity) in references(of: row) {
                    if !entity.subentities.isEmpty || registered(target) == nil { wanted.insert(target) }
                }
            }
            for link in change.links {
                let forward = link.join.forward
                for (end, entity) in [(link.source, forward.entity), (link.target, forward.destination)] {
                    if !entity.subentities.isEmpty || registered(end) == nil { wanted.insert(end) }
                }
            }
            for row in change.inserts { wanted.remove(row.view.objectID) }
        }
        return wanted.filter { registered($0)?.isFault ?? true }
    }

    /// The objects that a row's changed to-one relationships name, with the entity that each is taken for.
    func references(of row: StoreChanges.Row) -> [(ObjectID, ModelEntity)] {
        let view = row.view
        guard let entity = view.layout.entity else { return [] }
        return entity.relationships.compactMap { relationship in
            let index = view.layout.index(of: relationship.key)
            guard index >= 0, row.changed.contains(index) else { return nil }
            return view.reference(view.layout.slots[index]).map { ($0, relationship.destination) }
        }
    }

    private func importInsert(_ row: RowView) throws {
        guard let entity = row.layout.entity else {
            throw ContextError(.unknownEntity, [.entity: row.layout.descriptor.entity])
        }
        let object: ManagedObject
        if let known = registered(row.objectID) {
            // Deleted here, unsaved, and brought back by the child.
            takeBackDeletion(of: known)
            journal.noteArrival(of: known)
            object = known
        } else {
            object = try adoptImported(entity, row.layout.store, row.key)
            // An object that comes back goes on behind the versions that it had.
            if row.version > 0 { object.takeEmptyRow(version: row.version) }
        }
        guard let own = object.writableRow() else { throw missing(row.objectID) }
        for (index, slot) in row.layout.slots.enumerated() where slot.kind != .reference {
            own.copySlot(at: index, from: row)
        }
        object.flags.insert(.identified)
        // The child goes on from here when this context has saved what it made.
        childLineage.take(row.objectID, from: row.version, onto: object.storedRow().version)
    }

    private func importUpdate(_ change: StoreChanges.Row, _ places: inout ImportedPlaces) throws {
        let row = change.view
        guard let object = registered(row.objectID), let own = object.writableRow() else { throw missing(row.objectID) }
        childLineage.take(row.objectID, from: change.expectedVersion, onto: object.storedRow().version)
        change.changed.forEach { index in
            let slot = row.layout.slots[index]
            guard slot.kind != .reference else { return }
            if slot.kind != .orderKey { noteChange(of: slot.key, in: object) }
            own.copySlot(at: index, from: row)
        }
        importReferences(row, change.changed, &places)
    }

    /// Sets the to-one relationships of a row through the objects, so that inverses follow.
    private func importReferences(_ row: RowView, _ changed: SlotSet?, _ places: inout ImportedPlaces) {
        guard let object = registered(row.objectID) else { return }
        for relationship in object.entity.relationships where relationship.form == .reference {
            let index = row.layout.index(of: relationship.key)
            guard index >= 0 else { continue }
            let target = row.reference(row.layout.slots[index])
            if changed?.contains(index) ?? true {
                object.setReference(target.flatMap { relatedObject($0, relationship) }, of: relationship)
            }
            guard let inverse = relationship.inverse, inverse.isOrdered, let target else { continue }
            let order = row.layout.index(of: inverse.orderKey)
            guard order >= 0, changed?.contains(order) ?? true else { continue }
            let slot = row.layout.slots[order]
            if row.isMissing(slot) { continue }
            object.writableRow()?.copySlot(at: order, from: row)
            places.put(row.objectID, at: row.integer(slot), of: target, inverse)
        }
    }

    private func importLink(_ link: LinkChange, _ places: inout ImportedPlaces) {
        let relationship = link.join.forward
        guard let source = relatedObject(link.source, relationship.entity),
            let target = relatedObject(link.target, relationship)
        else { return }
        switch link.kind {
        case .put:
            source.addMember(target, to: relationship, at: nil)
            if relationship.isOrdered, let place = link.targetOrder {
                places.put(link.target, at: place, of: link.source, relationship)
            }
            if let backward = link.join.backward, backward.isOrdered, let place = link.sourceOrder {
                places.put(link.source, at: place, of: link.target, backward)
            }
        case .remove: source.removeMember(target, from: relationship)
        }
    }

    /// Puts members where the child put them, among those that only this context knows.
    private func settle(_ places: ImportedPlaces) throws {
        for (key, entry) in places.entries {
            guard let owner = relatedObject(key.owner, entry.relationship.entity) else { continue }
            let members = members(of: owner, entry.relationship)
            try throwAccessError()
            changeMembers(of: owner, entry.relationship) { state in
                for (member, place) in entry.places {
                    state.orders[member] = place
                    state.replaced.insert(member)
                }
                let orders = state.orders
                state.reorder(members.sorted(byNumber: { orders[$0] ?? .max }))
            }
        }
    }
}
