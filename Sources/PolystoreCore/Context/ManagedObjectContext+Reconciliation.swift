import PolystoreModel

/// Keeps the other sides of an object's relationships right when its row is exchanged without its setters.
extension ManagedObjectContext {
    /// What an object's rows say of one to-one relationship.
    struct ReferenceState {
        let relationship: ModelRelationship
        let stored: ObjectID?
        let current: ObjectID?
    }

    /// The to-one relationships of an object that has its row, as stored and as the context has them.
    func referenceStates(of object: ManagedObject) -> [ReferenceState] {
        guard !object.isFault, !object.flags.contains(.inaccessible) else { return [] }
        let stored = object.storedRow()
        let current = object.readableRow()
        return object.entity.relationships.compactMap { relationship in
            guard relationship.form == .reference, relationship.inverse != nil else { return nil }
            let storedIndex = stored.layout.index(of: relationship.key)
            let index = current.layout.index(of: relationship.key)
            guard storedIndex >= 0, index >= 0 else { return nil }
            return ReferenceState(
                relationship: relationship, stored: stored.reference(stored.layout.slots[storedIndex]),
                current: current.reference(current.layout.slots[index]))
        }
    }

    /// Carries over to the other sides what changed since the states were taken.
    func reconcile(_ object: ManagedObject, with before: [ReferenceState]) {
        let after = referenceStates(of: object)
        for old in before {
            guard let new = after.first(where: { $0.relationship === old.relationship }) else { continue }
            guard old.stored != new.stored || old.current != new.current, let inverse = new.relationship.inverse else {
                continue
            }
            if inverse.isToMany {
                for owner in Set([old.stored, old.current, new.stored, new.current].compactMap(\.self)) {
                    reconcile(
                        object.identity, owner, inverse, isStored: owner == new.stored,
                        isMember: owner == new.current)
                }
            } else {
                reconcilePartners(of: object, inverse, old, new)
            }
        }
    }

    private func reconcile(
        _ member: ObjectID, _ owner: ObjectID, _ relationship: ModelRelationship, isStored: Bool, isMember: Bool
    ) {
        let key = ToManyKey(owner, relationship.key)
        if toMany[key] == nil, isStored == isMember { return }
        changedToMany.insert(key)
        toMany[key, default: ToManyState()].reconcile(
            member, isStored: isStored, isMember: isMember, isOrdered: relationship.isOrdered)
    }

    /// Keeps an object that its store has no row of any more among the members of what it refers to.
    ///
    /// It may come back with the next save, and delete rules have to find it until then. Rules that were applied without it
    /// are applied once more.
    func keepAmongMembers(_ object: ManagedObject) {
        for state in referenceStates(of: object) {
            guard let owner = state.current, let inverse = state.relationship.inverse, inverse.isToMany else {
                continue
            }
            reconcile(object.identity, owner, inverse, isStored: false, isMember: true)
            reapplyRules(of: owner)
        }
    }

    /// Ends what `keepAmongMembers` began, for an object without unsaved changes: it does not come back.
    private func leaveMembers(_ object: ManagedObject) {
        for state in referenceStates(of: object) {
            guard let owner = state.stored, let inverse = state.relationship.inverse, inverse.isToMany,
                toMany[ToManyKey(owner, inverse.key)]?.isAdded(object.identity) ?? false
            else { continue }
            reconcile(object.identity, owner, inverse, isStored: false, isMember: false)
        }
    }

    private func reconcilePartners(
        of object: ManagedObject, _ inverse: ModelRelationship, _ before: ReferenceState, _ after: ReferenceState
    ) {
        let (old, new) = (before.current, after.current)
        // Another save has linked the object to one that the context may not know; this context's partner stays instead.
        if before.stored != after.stored, let lost = after.stored, lost != new,
            let partner = relatedObject(lost, inverse.entity), !partner.flags.contains(.deleted)
        {
            renew(partner, but: inverse)
            if partner.reference(of: inverse) == object.identity { writeReference(of: partner, inverse, nil) }
        }
        guard old != new else { return }
        if let old, let partner = registered(old), partner.reference(of: inverse) == object.identity {
            writeReference(of: partner, inverse, nil)
        }
        if let new, let partner = registered(new), !partner.flags.contains(.deleted),
            partner.reference(of: inverse) != object.identity
        {
            // The object that the partner was given to meanwhile loses it.
            if let other = partner.reference(of: inverse).flatMap(registered),
                other.reference(of: before.relationship) == partner.identity
            {
                writeReference(of: other, before.relationship, nil)
            }
            writeReference(of: partner, inverse, object.identity)
        }
    }

    /// Takes the row that the store has of an object which this context has read and not changed; the other side of one
    /// relationship is left to the caller.
    private func renew(_ object: ManagedObject, but relationship: ModelRelationship) {
        guard !object.isFault, object.changedRow == nil, object.flags.isDisjoint(with: [.inserted, .inaccessible])
        else {
            return
        }
        let before = referenceStates(of: object).filter { $0.relationship !== relationship }
        do {
            _ = try takeNewestRow(of: object)
        } catch {
            object.becomeInaccessible(error)
        }
        reconcile(object, with: before)
    }

    /// Puts an object on the newest row that its store has, with its unsaved changes on top.
    ///
    /// - Returns: Whether the store still has a row of it.
    func takeNewestRow(of object: ManagedObject) throws -> Bool {
        var isThere = false
        try source.rows(of: [object.identity]) { batch in
            var rows = batch.makeIterator()
            guard let offset = rows.nextOffset() else { return true }
            rebase(object, batch, offset)
            isThere = true
            return false
        }
        return isThere
    }

    /// Takes an object's unsaved links, and those that its deletion cleared, back from the other sides.
    ///
    /// The object's changed row goes; its own to-many states are left for the caller.
    func takeBackLinks(of object: ManagedObject, wasDeleted: Bool) {
        // The objects that a fault refers to are read now: rules may have deleted both.
        if wasDeleted, object.isFault { _ = object.storedRow() }
        let before = referenceStates(of: object)
        object.changedRow = nil
        reconcile(object, with: before)
        leaveMembers(object)
        for relationship in object.entity.relationships where relationship.form == .join {
            guard let inverse = relationship.inverse else { continue }
            let state = toManyState(object.identity, relationship)
            for member in state.added {
                // The stored members of a relationship that was not read are known from its other side, if at all.
                let isStored =
                    state.isFault
                    ? toManyState(member, inverse).stored.contains(object.identity) : state.stored.contains(member)
                reconcile(object.identity, member, inverse, isStored: isStored, isMember: isStored)
            }
            for member in state.removed {
                reconcile(object.identity, member, inverse, isStored: true, isMember: true)
                if !wasDeleted { reapplyRules(of: member) }
            }
        }
        guard wasDeleted else {
            for state in referenceStates(of: object) { if let target = state.stored { reapplyRules(of: target) } }
            return
        }
        for state in referenceStates(of: object) {
            guard let inverse = state.relationship.inverse, inverse.isToMany, let owner = state.stored else { continue }
            reconcile(object.identity, owner, inverse, isStored: true, isMember: true)
        }
        for (key, state) in toMany where state.hidesDeleted { toMany[key]?.becomeFault() }
        restoreNullifiedReferences(to: object)
        // It refers to its owners again; those that are still deleted must not leave it so.
        for state in referenceStates(of: object) { if let target = state.stored { reapplyRules(of: target) } }
    }

    /// Applies the delete rules of an object again that is deleted here: what they changed was taken back.
    private func reapplyRules(of objectID: ObjectID) {
        guard let object = registered(objectID), object.flags.contains(.propagated),
            !unpropagatedDeletes.contains(where: { $0 === object })
        else { return }
        unpropagatedDeletes.append(object)
    }

    /// What the deletion of an object cleared in others refers to it again, unless it was linked anew meanwhile.
    private func restoreNullifiedReferences(to object: ManagedObject) {
        for relationship in object.entity.relationships {
            guard let inverse = relationship.inverse, inverse.form == .reference else { continue }
            for other in tracked where other.entity.isKind(of: inverse.entity) && !other.flags.contains(.deleted) {
                let states = referenceStates(of: other).filter { $0.relationship === inverse }
                guard let state = states.first, state.stored == object.identity, state.current == nil else { continue }
                writeReference(of: other, inverse, object.identity)
                let order = other.storedRow().layout.index(of: relationship.orderKey)
                if relationship.isOrdered, order >= 0 {
                    other.changedRow?.copySlot(at: order, from: other.storedRow())
                }
            }
        }
    }
}
