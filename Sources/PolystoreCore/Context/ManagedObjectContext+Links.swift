import PolystoreModel

/// The maintenance of relationships: references in rows, members of to-many states, and their inverses.
extension ManagedObjectContext {
    /// The state of a to-many relationship; a fault when nothing is known of it.
    func toManyState(_ owner: ObjectID, _ relationship: ModelRelationship) -> ToManyState {
        toMany[ToManyKey(owner, relationship.key)] ?? ToManyState()
    }

    /// Why an object cannot be linked to another; nil when it can.
    func problem(
        linking object: ManagedObject, _ relationship: ModelRelationship, _ target: ManagedObject
    ) -> ContextError? {
        func place() -> ErrorDetails { [.entity: object.entity.name, .property: relationship.name] }
        guard target.batch.anchor === anchor, !target.flags.contains(.detached) else {
            assertionFailure("\(relationship.name) is given an object of another context")
            return ContextError(.foreignObject, place())
        }
        guard !object.flags.contains(.deleted), !target.flags.contains(.deleted) else {
            return ContextError(.objectDeleted, place())
        }
        let isOfDestination = target.unmanagedEntity.withObject { entity in
            relationship.unmanagedDestination?.withObject { entity.isKind(of: $0) } ?? false
        }
        guard isOfDestination else {
            assertionFailure("\(relationship.name) is given an object of entity \(target.entity.name)")
            return ContextError(.wrongDestination, place())
        }
        return nil
    }

    /// Writes a to-one relationship into the object's row, or beside it where the row does not keep it.
    func writeReference(of object: ManagedObject, _ relationship: ModelRelationship, _ target: ObjectID?) {
        guard let row = object.unmanagedWritableRow() else { return }
        let index = row.withObject { $0.index(of: relationship.key) }
        noteChange(of: relationship.key, object.identity, old: .reference(object.reference(of: relationship)))
        if index < 0 {
            object.madeOverlay().unstoredReferences[relationship.key] = .some(target)
            object.noteChanged(relationship.key)
            return
        }
        row.withObject { row in
            row.setReference(target, at: index)
            guard relationship.keepsInverseOrder, let inverse = relationship.inverse else { return }
            let orderIndex = row.index(of: inverse.orderKey)
            // The place in the new owner's order is given at save.
            if orderIndex >= 0 { row.setMissing(at: orderIndex) }
        }
    }

    /// Changes a to-many state and lists the owner among the changed objects.
    func changeMembers(
        of owner: ManagedObject, _ relationship: ModelRelationship, _ change: (inout ToManyState) -> Void
    ) {
        changeState(ToManyKey(owner.identity, relationship.key), relationship, change)
        owner.noteChanged(relationship.key)
        track(owner)
    }

    /// Changes a to-many state and lists it among those that may hold changes.
    ///
    /// INVARIANT: a state that holds changes is listed.
    private func changeState(
        _ key: ToManyKey, _ relationship: ModelRelationship, _ change: (inout ToManyState) -> Void
    ) {
        noteMembers(of: key, relationship)
        func changed(_ state: inout ToManyState) -> Bool {
            let isListed = state.hasChanges
            change(&state)
            return isListed
        }
        if !changed(&toMany[key, default: ToManyState()]) { changedToMany.insert(key) }
    }

    /// Makes `object` point back at `member` through the inverse of the relationship that `member` was given.
    func linkInverse(of object: ManagedObject, _ inverse: ModelRelationship, _ member: ManagedObject) {
        if inverse.isToMany {
            if inverse.form == .join, inverse.isOrdered { _ = members(of: object, inverse) }
            let identity = member.identity
            if inverse.form == .inverseReference, !inverse.isOrdered {
                // An object whose reference is nil, or leads elsewhere, is no member.
                changeMembers(of: object, inverse) { $0.addNew(identity) }
            } else {
                changeMembers(of: object, inverse) { $0.add(identity, isOrdered: inverse.isOrdered) }
            }
            return
        }
        let old = object.reference(of: inverse)
        if old == member.identity { return }
        writeReference(of: object, inverse, member.identity)
        // One-to-one: the object's former owner loses it.
        guard let old, let relationship = inverse.inverse, let previous = existing(old, of: inverse.destination)
        else { return }
        if relationship.isToMany {
            changeMembers(of: previous, relationship) { $0.remove(object.identity) }
        } else {
            writeReference(of: previous, relationship, nil)
        }
    }

    /// Makes an object no longer point back at `member`.
    func unlinkInverse(from objectID: ObjectID, _ inverse: ModelRelationship, _ member: ManagedObject) {
        if inverse.isToMany {
            if let object = registered(objectID) {
                guard !object.flags.contains(.detached) else { return }
                changeMembers(of: object, inverse) { $0.remove(member.identity) }
            } else {
                changeState(ToManyKey(objectID, inverse.key), inverse) { $0.remove(member.identity) }
            }
            return
        }
        guard let object = existing(objectID, of: inverse.entity), object.reference(of: inverse) == member.identity
        else { return }
        writeReference(of: object, inverse, nil)
    }

    /// The object of an ID whose values can be changed; nil when it is gone, which leaves nothing to unlink.
    private func existing(_ objectID: ObjectID, of entity: ModelEntity) -> ManagedObject? {
        let object = relatedObject(objectID, entity)
        guard let object, !object.flags.contains(.deleted) else { return nil }
        return object
    }

    /// The links of an object that was never saved, taken away from it and from the other sides, which know nothing of it
    /// any more.
    func takeLinks(of object: ManagedObject) -> [(ModelRelationship, [ManagedObject])] {
        var links: [(ModelRelationship, [ManagedObject])] = []
        for relationship in object.entity.relationships {
            if relationship.isToMany {
                let state = toManyState(object.identity, relationship)
                let members = relatedObjects(state.members ?? state.added, relationship)
                guard !members.isEmpty else { continue }
                links.append((relationship, members))
                for member in members { object.removeMember(member, from: relationship) }
                toMany[ToManyKey(object.identity, relationship.key)] = nil
            } else if let target = object.reference(of: relationship),
                let member = relatedObject(target, relationship)
            {
                links.append((relationship, [member]))
                object.setReference(nil, of: relationship)
            }
        }
        for (relationship, members) in links {
            guard let inverse = relationship.inverse, inverse.isToMany else { continue }
            for member in members { toMany[ToManyKey(member.identity, inverse.key)]?.forget(object.identity) }
        }
        return links
    }

    /// Gives an object its links back.
    func restoreLinks(_ links: [(ModelRelationship, [ManagedObject])], of object: ManagedObject) {
        for (relationship, members) in links {
            for member in members {
                if relationship.isToMany {
                    object.addMember(member, to: relationship, at: nil)
                } else {
                    object.setReference(member, of: relationship)
                }
            }
        }
    }

    /// Whether another object refers to an inserted object, or it to another.
    func isLinked(_ object: ManagedObject) -> Bool {
        object.entity.relationships.contains { relationship in
            if relationship.isToMany {
                let state = toManyState(object.identity, relationship)
                return !(state.members ?? state.added).isEmpty
            }
            return object.reference(of: relationship) != nil
        }
    }

    /// Forgets the links of an object whose insertion is taken back.
    func forgetLinks(of object: ManagedObject) {
        _ = takeLinks(of: object)
        for relationship in object.entity.relationships where relationship.isToMany {
            toMany[ToManyKey(object.identity, relationship.key)] = nil
        }
    }
}
