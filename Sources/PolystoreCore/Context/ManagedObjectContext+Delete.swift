import PolystoreModel

extension ManagedObjectContext {
    /// Marks an object for deletion.
    ///
    /// Delete rules are applied at the end of the event, before a fetch and at save.
    public func delete(_ object: ManagedObject) {
        guard mayWrite() else { return }
        guard object.batch.anchor === anchor, !object.flags.contains(.detached) else {
            assertionFailure("an object of another context is deleted")
            recordAccessError(ContextError(.foreignObject, [.entity: object.entity.name]))
            return
        }
        guard !object.flags.contains(.deleted) else { return }
        // A fault is read first: its relationships decide what else changes, and its version is checked at save.
        _ = object.storedRow()
        guard !object.flags.contains(.inaccessible) else { return }
        track(object)
        object.flags.insert(.deleted)
        unpropagatedDeletes.append(object)
    }

    /// Applies delete rules and announces what changed since the last time.
    ///
    /// Called at the end of `perform` and at save, and, but for the end of the event, before a fetch. Ends the event: what
    /// was changed since the last one is a group of the undo manager.
    ///
    /// - Throws: The access error of a relationship that could not be read.
    public func processPendingChanges() throws {
        try applyPendingDeletesAfterMerging()
        undoManager?.endEvent()
    }

    /// Merges what other contexts saved, where that waits, applies delete rules and announces what was changed; the event
    /// goes on.
    func applyPendingDeletesAfterMerging() throws {
        try beginUse()
        try applyPendingDeletes()
    }

    /// Applies delete rules and announces what was changed, without merging what other contexts saved.
    func applyPendingDeletes() throws {
        try requireExecutor()
        while !unpropagatedDeletes.isEmpty {
            let objects = unpropagatedDeletes
            unpropagatedDeletes = []
            do {
                try propagate(objects)
            } catch {
                // Rules that were not applied to the end are applied again: a save must not go on without them.
                unpropagatedDeletes = objects.filter { $0.flags.contains(.deleted) } + unpropagatedDeletes
                throw error
            }
        }
        announceChanges()
    }

    private func propagate(_ objects: [ManagedObject]) throws {
        var hasInserted = false
        objects.forEach { object in
            // Rules that are applied again are those of the same deletion.
            // What is taken back is not prepared: it was not there before.
            if !object.flags.contains(.propagated), !isTakingBack { object.prepareForDeletion() }
            if object.flags.contains(.inserted) { hasInserted = true }
        }
        // Grouped by relationship, so that the members of many objects are read in one round trip.
        for (entity, group) in byEntity(objects) {
            for relationship in entity.relationships
            where relationship.isToMany && needsMembers(relationship) && isInReach(relationship) {
                try materialize(relationship, of: group)
            }
        }
        var known: (entity: Unmanaged<ModelEntity>, relationships: [ModelRelationship])?
        objects.forEach { object in
            let entity = object.unmanagedEntity
            if known?.entity.toOpaque() != entity.toOpaque() {
                known = (entity, entity.takeUnretainedValue().relationships.filter(isInReach))
            }
            if let known {
                noteLists(of: object, known.relationships)
                known.relationships.forEach { apply($0, of: object) }
            }
            object.flags.insert(.propagated)
            if !object.flags.contains(.inserted) { journal.noteDeletion(of: object.identity) }
        }
        journal.noteDepartures(of: objects)
        if hasInserted { dropInserted(objects.filter { $0.flags.contains(.inserted) }) }
        if !tracked.allSatisfy({ $0.flags.contains(.tracked) }) { tracked.removeAll { !$0.flags.contains(.tracked) } }
        try throwAccessError()
    }

    /// Notes the lists of an object that goes, so that it can come back with them.
    private func noteLists(of object: ManagedObject, _ relationships: [ModelRelationship]) {
        guard journal.keepsProperties, journal.isReversible else { return }
        for relationship in relationships where relationship.isToMany && relationship.isListedByOwner {
            noteMembers(of: ToManyKey(object.identity, relationship.key), relationship)
        }
    }

    /// Objects by their entity, which most often is the same for all.
    private func byEntity(_ objects: [ManagedObject]) -> [(ModelEntity, [ManagedObject])] {
        guard let first = objects.first?.entity else { return [] }
        let isFirst = Unmanaged.passUnretained(first).toOpaque()
        if objects.allSatisfy({ $0.unmanagedEntity.toOpaque() == isFirst }) { return [(first, objects)] }
        return Dictionary(grouping: objects, by: \.entity).map { ($0, $1) }
    }

    /// Whether the related objects can be known; if not, the save is refused unless the rule is No Action.
    func isInReach(_ relationship: ModelRelationship) -> Bool {
        relationship.isToMany ? coordinator.absence(of: relationship) == nil : true
    }

    /// Whether the rule needs the list of members.
    private func needsMembers(_ relationship: ModelRelationship) -> Bool {
        relationship.deleteRule != .noAction && (relationship.inverse != nil || relationship.deleteRule != .nullify)
            || relationship.form == .join
    }

    private func apply(_ relationship: ModelRelationship, of object: ManagedObject) {
        switch relationship.deleteRule {
        case .noAction, .deny:
            // Deny is judged at save, on the relationships as they are; pairs of joins go with the object then. What was
            // never saved is not there to be judged: nothing may refer to it.
            guard object.flags.contains(.inserted) else { return }
            for target in linked(to: object, relationship) { detach(target, from: object, relationship) }
        case .nullify where relationship.isLinkedFromMany:
            // Only the other side's membership changes; the related object need not be made.
            guard let target = object.reference(of: relationship) else { return }
            relationship.unmanagedInverse?.withObject { unlinkInverse(from: target, $0, object) }
        case .nullify:
            for target in targets(of: relationship, object) { detach(target, from: object, relationship) }
        case .cascade:
            for target in targets(of: relationship, object) {
                delete(target)
                detach(target, from: object, relationship)
            }
        }
    }

    private func targets(of relationship: ModelRelationship, _ object: ManagedObject) -> [ManagedObject] {
        if relationship.isToMany {
            return needsMembers(relationship) ? relatedObjects(members(of: object, relationship), relationship) : []
        }
        return object.reference(of: relationship).flatMap { relatedObject($0, relationship) }.map { [$0] } ?? []
    }

    /// The objects of a relationship of a new object, whatever its rule.
    private func linked(to object: ManagedObject, _ relationship: ModelRelationship) -> [ManagedObject] {
        if relationship.isToMany { return relatedObjects(members(of: object, relationship), relationship) }
        return object.reference(of: relationship).flatMap { relatedObject($0, relationship) }.map { [$0] } ?? []
    }

    /// Clears the side of a related object, and the pair of a join.
    private func detach(_ target: ManagedObject, from object: ManagedObject, _ relationship: ModelRelationship) {
        if relationship.form == .join {
            changeMembers(of: object, relationship) { $0.remove(target.identity) }
        }
        guard let inverse = relationship.inverse else { return }
        if target.flags.contains(.deleted), relationship.form != .join {
            // Its rules are applied on its own; but what was never saved must not stand against its deletion.
            if object.flags.contains(.inserted), !inverse.isToMany, target.reference(of: inverse) == object.identity {
                writeReference(of: target, inverse, nil)
            }
            return
        }
        unlinkInverse(from: target.identity, inverse, object)
    }

    /// Objects that were never saved go at once.
    private func dropInserted(_ objects: [ManagedObject]) {
        let withdrawn = journal.withdrawInsertions(of: Set(objects.map(\.identity)))
        for object in objects {
            if !withdrawn.contains(object.identity) { journal.noteDeletion(of: object.identity) }
            detach(object)
        }
    }

    /// Objects whose deny rule stands against their deletion, with the relationship.
    func deniedDeletes() throws -> [(ManagedObject, ModelRelationship)] {
        var denied: [(ManagedObject, ModelRelationship)] = []
        guard coordinator.hasDenyRules else { return denied }
        var known: (entity: Unmanaged<ModelEntity>, denying: [ModelRelationship])?
        let objects = tracked
        objects.forEach { object in
            guard object.flags.contains(.deleted) else { return }
            let entity = object.unmanagedEntity
            if known?.entity.toOpaque() != entity.toOpaque() {
                known = (entity, checks(of: entity).denying.filter(isInReach))
            }
            guard let known, !known.denying.isEmpty else { return }
            for relationship in known.denying {
                let targets =
                    relationship.isToMany
                    ? members(of: object, relationship) : object.reference(of: relationship).map { [$0] } ?? []
                let isLeft = targets.contains { !(registered($0)?.flags.contains(.deleted) ?? false) }
                if isLeft { denied.append((object, relationship)) }
            }
        }
        try throwAccessError()
        return denied
    }
}
