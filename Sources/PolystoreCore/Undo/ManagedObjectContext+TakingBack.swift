import PolystoreModel

/// How the changes of a step are taken back: through the relationships, so that both sides agree whatever has happened
/// since.
extension ManagedObjectContext {
    /// Whether an object is in the context and not deleted.
    func isLive(_ object: ManagedObject) -> Bool { object.flags.isDisjoint(with: [.deleted, .detached]) }

    /// The object of an ID that can be changed; nil when it is gone.
    ///
    /// INVARIANT: rows were read by `readForUndo`, so what still is a fault has no row.
    func changeable(_ objectID: ObjectID) -> ManagedObject? {
        guard let object = registered(objectID), isLive(object), !object.isFault,
            !object.flags.contains(.inaccessible)
        else { return nil }
        return object
    }

    /// Reads what taking steps back needs, in few round trips.
    func readForUndo(_ steps: [UndoStep]) throws {
        var wanted: Set<ObjectID> = []
        var lists: [PropertyKey: Set<ObjectID>] = [:]
        for step in steps {
            wanted.formUnion(step.arrived)
            for object in step.departed where !object.flags.contains(.detached) { wanted.insert(object.identity) }
            for change in step.changes {
                wanted.insert(change.object)
                switch change.before {
                case .reference(let target?): wanted.insert(target)
                case .members(let members, let after):
                    wanted.formUnion(members + (after ?? []))
                    lists[change.property, default: []].insert(change.object)
                default: break
                }
            }
        }
        let unread = wanted.filter { registered($0)?.isFault ?? true }
        try readRows(of: Array(unread))
        // An object without a row is left out, but one whose store is away must not be.
        if let lost = unread.first(where: { changeable($0) == nil && source.store($0.store) == nil }) {
            throw missing(lost)
        }
        for (property, owners) in lists {
            let objects = owners.compactMap(changeable)
            for (entity, owners) in Dictionary(grouping: objects, by: \.entity) {
                guard case .relationship(let relationship)? = entity.property(for: property) else { continue }
                try materialize(relationship, of: owners)
            }
        }
        try throwAccessError()
    }

    /// Takes one step back.
    func takeBack(_ step: UndoStep, _ touched: inout TouchedObjects) {
        let returned = step.departed.filter(bringBack)
        for object in returned { linkAgain(object) }
        touched.returned.formUnion(returned)
        for change in step.changes.reversed() {
            guard let object = changeable(change.object) else { continue }
            touched.changed.insert(object)
            takeBackValue(change, of: object)
        }
        // Orders last: they are of members that other changes bring.
        forEachList(of: step) { object, relationship, before, after in
            takeBackMembers(of: object, relationship, before, after)
        }
        forEachList(of: step) { object, relationship, before, _ in
            takeBackOrder(of: object, relationship, before)
        }
        for objectID in step.arrived {
            guard let object = registered(objectID), isLive(object) else { continue }
            awake(object, from: .undoInsertion)
            touched.returned.remove(object)
            delete(object)
        }
    }

    private func takeBackValue(_ change: UndoStep.Change, of object: ManagedObject) {
        switch (change.before, object.entity.property(for: change.property)) {
        case (.value(let value), .attribute?):
            guard let row = object.writableRow() else { return }
            let index = row.layout.index(of: change.property)
            guard index >= 0 else { return }
            noteChange(of: change.property, in: object)
            do {
                try row.set(value, at: index)
            } catch {
                recordAccessError(object.located(error, change.property))
            }
        case (.transient(let value), _): object.keepTransient(value, of: change.property)
        case (.reference(let target), .relationship(let relationship)?):
            object.setReference(target.flatMap(changeable), of: relationship)
        default: break
        }
    }

    private func forEachList(
        of step: UndoStep, _ body: (ManagedObject, ModelRelationship, [ObjectID], [ObjectID]?) -> Void
    ) {
        for change in step.changes {
            guard case .members(let before, let after) = change.before, let object = changeable(change.object),
                case .relationship(let relationship)? = object.entity.property(for: change.property)
            else { continue }
            body(object, relationship, before, after)
        }
    }

    private func takeBackMembers(
        of object: ManagedObject, _ relationship: ModelRelationship, _ before: [ObjectID], _ after: [ObjectID]?
    ) {
        // Members that refer to their owner follow their own references.
        guard relationship.form != .inverseReference else { return }
        let wanted = Set(before)
        for objectID in after ?? members(of: object, relationship) where !wanted.contains(objectID) {
            if let member = changeable(objectID) { object.removeMember(member, from: relationship) }
        }
        for objectID in before {
            if let member = changeable(objectID) { object.addMember(member, to: relationship, at: nil) }
        }
    }

    /// Puts members into an order; those that it does not name follow.
    private func takeBackOrder(of object: ManagedObject, _ relationship: ModelRelationship, _ order: [ObjectID]) {
        guard relationship.isOrdered else { return }
        let members = members(of: object, relationship)
        let present = Set(members)
        let named = Set(order)
        let wanted = order.filter(present.contains) + members.filter { !named.contains($0) }
        if wanted != members { object.setOrder(wanted, of: relationship) }
        giveBackPlaces(of: object, relationship)
    }

    /// Puts the places that a list keeps into the rows of its members: one whose owner was deleted has lost its place.
    private func giveBackPlaces(of object: ManagedObject, _ relationship: ModelRelationship) {
        guard relationship.form == .inverseReference,
            let orders = toMany[ToManyKey(object.identity, relationship.key)]?.orders
        else { return }
        for (objectID, place) in orders {
            guard let member = changeable(objectID), let row = member.changedRow else { continue }
            let index = row.layout.index(of: relationship.orderKey)
            if index >= 0, row.view.isMissing(row.layout.slots[index]) { row.setInteger(place, at: index) }
        }
    }
}
