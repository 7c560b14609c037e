import PolystoreModel
import PolystoreStorage

extension ManagedObjectContext {
    /// Takes back every unsaved change: new objects go, deleted ones return, changed ones have the values that they
    /// were read or saved with.
    ///
    /// Rows are not read again. Clears the access error, and empties the undo manager.
    public func rollback() {
        guard mayWrite() else { return }
        faultCounter = FaultCounter()
        let changed = tracked
        let announced = announcedInsertions(among: changed)
        tracked = []
        unpropagatedDeletes = []
        clearAccessError()
        for object in changed { discard(object) }
        for object in inaccessibleObjects where !object.flags.contains(.detached) { recover(object) }
        inaccessibleObjects = []
        for (key, state) in toMany where state.hasChanges || state.hidesDeleted { toMany[key]?.discardChanges() }
        changedToMany = []
        journal.withdrawChanges()
        for object in announced { journal.noteDeletion(of: object) }
        undoManager?.removeAll()
        for object in changed where !object.flags.contains(.detached) {
            journal.noteRefresh(of: object.identity)
            awake(object, from: .rollback)
        }
        announceChanges()
    }

    /// The new objects whose insertion listeners were told, and whose end they have to be told.
    private func announcedInsertions(among objects: [ManagedObject]) -> [ObjectID] {
        guard journal.depth > .nothing else { return [] }
        let unannounced = Set(journal.inserted)
        return objects.lazy.filter { $0.flags.contains(.inserted) }.map(\.identity).filter { !unannounced.contains($0) }
    }

    private func discard(_ object: ManagedObject) {
        observation?.willChange(object)
        let wasInserted = object.flags.contains(.inserted)
        untrack(object)
        recover(object)
        if wasInserted {
            detach(object)
        } else {
            object.rollBackAddition()
        }
    }

    /// An inaccessible object is a fault again, to be tried anew.
    private func recover(_ object: ManagedObject) {
        guard object.flags.contains(.inaccessible) else { return }
        let entity = object.entity
        object.flags.remove(.inaccessible)
        object.dropAddition()
        makeFault(of: object, entity)
    }

    func forgetStates(of object: ManagedObject) {
        forgetStates(of: object, checks(of: object.unmanagedEntity).toMany)
    }

    /// The same where the object's relationships to many are at hand.
    func forgetStates(of object: ManagedObject, _ relationships: [ModelRelationship]) {
        for relationship in relationships { toMany[ToManyKey(object.identity, relationship.key)] = nil }
    }

    /// Reads an object's row again.
    ///
    /// - Parameters:
    ///   - object: The object; a new one is left as it is.
    ///   - mergesChanges: True puts the object's unsaved changes on top of the newest row; false drops them and makes the
    ///     object a fault, which lets go of its row.
    public func refresh(_ object: ManagedObject, mergesChanges: Bool) {
        guard mayWrite() else { return }
        guard object.managedObjectContext === self, !object.flags.contains(.inserted) else { return }
        clearAccessError()
        withoutKeepingChanges {
            if mergesChanges {
                refreshMerging(object)
            } else {
                turnIntoFault(object)
            }
        }
        journal.noteRefresh(of: object.identity)
        if !object.isFault { awake(object, from: .refresh) }
    }

    /// Refreshes every registered object, keeping unsaved changes.
    public func refreshAllObjects() {
        guard mayWrite() else { return }
        clearAccessError()
        source.renew()
        for object in registeredObjects where !object.flags.contains(.inserted) {
            withoutKeepingChanges {
                if object.flags.contains(.tracked) { refreshMerging(object) } else { turnIntoFault(object) }
            }
            journal.noteRefresh(of: object.identity)
            if !object.isFault { awake(object, from: .refresh) }
        }
    }

    private func refreshMerging(_ object: ManagedObject) {
        fetchedProperties[object.identity] = nil
        recover(object)
        for relationship in object.entity.relationships {
            if relationship.isToMany {
                refetch(ToManyKey(object.identity, relationship.key))
            } else if !object.flags.contains(.tracked) {
                object.overlay?.unstoredReferences[relationship.key] = nil
            }
        }
        guard !object.isFault else { return }
        let before = referenceStates(of: object)
        defer { reconcile(object, with: before) }
        do {
            if try !takeNewestRow(of: object) { object.becomeInaccessible(missing(object.identity)) }
        } catch {
            object.becomeInaccessible(error)
        }
    }

    /// The stored members of a relationship are read anew when they are needed; what was changed stays.
    func refetch(_ key: ToManyKey) {
        guard let state = toMany[key] else { return }
        if let observation, let owner = registered(key.owner) { observation.willChange(owner, key.relationship) }
        if state.hasChanges { toMany[key]?.becomeFault() } else { toMany[key] = nil }
    }

    /// Drops an object's values and changes.
    func turnIntoFault(_ object: ManagedObject) {
        observation?.willChange(object)
        let entity = object.entity
        object.willTurnIntoFault()
        recover(object)
        let wasDeleted = object.flags.contains(.deleted)
        dropChanges(of: object)
        takeBackLinks(of: object, wasDeleted: wasDeleted)
        object.dropAddition()
        fetchedProperties[object.identity] = nil
        for relationship in checks(of: object.unmanagedEntity).toMany {
            let key = ToManyKey(object.identity, relationship.key)
            // Members that refer to the object by their own rows keep doing so; their order is the object's.
            if relationship.form == .inverseReference, !wasDeleted {
                toMany[key]?.dropOrder()
                refetch(key)
            } else {
                toMany[key] = nil
            }
        }
        if !object.flags.contains(.fault) { makeFault(of: object, entity) }
        object.didTurnIntoFault()
    }

    /// Takes an object off the list of changed ones.
    private func dropChanges(of object: ManagedObject) {
        guard object.flags.contains(.tracked) else { return }
        if let index = tracked.lastIndex(where: { $0 === object }) { tracked.remove(at: index) }
        unpropagatedDeletes.removeAll { $0 === object }
        untrack(object)
    }

    /// Drops an object's unsaved changes in favour of its stored row.
    func discardChanges(of object: ManagedObject) {
        observation?.willChange(object)
        let wasDeleted = object.flags.contains(.deleted)
        dropChanges(of: object)
        takeBackLinks(of: object, wasDeleted: wasDeleted)
        for relationship in object.entity.relationships where relationship.isToMany {
            toMany[ToManyKey(object.identity, relationship.key)]?.discardChanges()
        }
        journal.noteRefresh(of: object.identity)
    }

    /// Makes a deleted object an ordinary one again.
    func takeBackDeletion(of object: ManagedObject) {
        discardChanges(of: object)
    }

    /// Forgets every object and every change.
    ///
    /// Objects that the program still holds cannot be used any more.
    public func reset() {
        guard mayWrite() else { return }
        for object in registeredObjects {
            observation?.willChange(object)
            untrack(object)
            object.flags.insert(.detached)
        }
        faultCounter = FaultCounter()
        maps.removeAll()
        resetCount += 1
        lastBatch = nil
        faultBatches = [:]
        tracked = []
        inaccessibleObjects = []
        unpropagatedDeletes = []
        toMany = [:]
        fetchedProperties = [:]
        changedToMany = []
        ownersWithUnstoredReferences = []
        childLineage = ChildLineage()
        clearAccessError()
        source.advance()
        undoManager?.removeAll()
        journal.invalidate()
        announceChanges()
    }
}
