import PolystoreModel

extension ManagedObject {
    /// The related object of a to-one relationship; nil when there is none.
    ///
    /// The object may be a fault, whose row is read when one of its values is. When the related object's entity has
    /// subentities its row is read now, because it decides the object's class. Nil as well when the reference is
    /// unknown: the object is inaccessible then, because its context is gone or the relationship could not be read.
    @inlinable
    public final func object<Destination: ManagedObject>(of relationship: ToOne<Destination>) -> Destination? {
        if let known = knownObject(of: relationship.relationshipPropertyKey) { return known.cast(to: Destination.self) }
        return foundObject(of: relationship)
    }

    /// The registered object that the row of this one names; nil when it has to be looked for.
    @usableFromInline final func knownObject(of key: PropertyKey) -> ManagedObject? {
        let row = readableRow(reading: key)
        guard let slot = row.slot(of: key)?.pointee, slot.kind == .reference, !flags.contains(.detached),
            let target = row.reference(slot), let context = batch.anchor.unmanaged
        else { return nil }
        guard let known = context.withObject({ $0.registered(target) }) else { return nil }
        return known.flags.contains(.detached) ? nil : known
    }

    @usableFromInline final func foundObject<Destination: ManagedObject>(
        of relationship: ToOne<Destination>
    ) -> Destination? {
        guard let declared = relationshipDeclared(relationship.relationshipPropertyKey),
            let context = contextForReading(declared.key), let target = reference(of: declared)
        else { return nil }
        return context.relatedObject(target, declared)?.cast(to: Destination.self)
    }

    /// Sets the related object of a to-one relationship and its inverse.
    public final func setObject<Destination: ManagedObject>(
        _ object: Destination?, of relationship: ToOne<Destination>
    ) {
        let key = relationship.relationshipPropertyKey
        if let known = unmanagedEntity.withObject({ $0.unmanagedRelationship(for: key) }) {
            // The model is the context's, and without that nothing is set.
            known.withObject { setReference(object, of: $0) }
        } else if let declared = relationshipDeclared(key) {
            setReference(object, of: declared)
        }
    }

    /// The view of a to-many relationship.
    public final func objects<Destination: ManagedObject>(
        of relationship: ToMany<Destination>
    ) -> ToManyObjects<Destination> {
        noteAccess(to: relationship.relationshipPropertyKey)
        return ToManyObjects(owner: self, relationship: relationshipDeclared(relationship.relationshipPropertyKey))
    }

    /// Makes the members of a to-many relationship those of another collection, in its order.
    public final func setObjects<Destination: ManagedObject>(
        _ objects: ToManyObjects<Destination>, of relationship: ToMany<Destination>
    ) {
        guard let declared = relationshipDeclared(relationship.relationshipPropertyKey) else { return }
        replaceMembers(Array(objects), of: declared)
    }

    /// Makes the members of a to-many relationship those of a sequence, in its order.
    public final func setObjects<Destination: ManagedObject>(
        _ objects: some Sequence<Destination>, of relationship: ToMany<Destination>
    ) {
        guard let declared = relationshipDeclared(relationship.relationshipPropertyKey) else { return }
        replaceMembers(Array(objects), of: declared)
    }

    /// The relationship of a key; its absence is a caller's bug.
    final func relationshipDeclared(_ key: PropertyKey) -> ModelRelationship? {
        let property = unmanagedEntity.withObject { $0.property(for: key) }
        if case .relationship(let relationship)? = property { return relationship }
        if let recorded = overlay?.recorded {
            recorded.key = key
            return nil
        }
        assertionFailure("\(entity.name) has no relationship '\(key.name)'")
        managedObjectContext?.recordAccessError(unknownProperty(key.name))
        return nil
    }

    /// The ID of a to-one relationship's object.
    package final func reference(of relationship: ModelRelationship) -> ObjectID? {
        if overlay?.hasUnstoredReferences ?? false, let unstored = overlay?.unstoredReferences[relationship.key] {
            return unstored
        }
        let row = readableRow()
        return withExtendedLifetime(self) {
            if let slot = row.slot(of: relationship.key)?.pointee { return row.reference(slot) }
            return managedObjectContext?.unstoredReference(of: self, relationship)
        }
    }

    /// The ID of a to-one relationship's object where the context knows it without asking a store; nil where it does
    /// not.
    final func knownReference(of relationship: ModelRelationship) -> ObjectID?? {
        if let known = overlay?.unstoredReferences[relationship.key] { return .some(known) }
        guard !isFault else { return nil }
        let row = readableRow()
        return withExtendedLifetime(self) {
            if let slot = row.slot(of: relationship.key)?.pointee { return .some(row.reference(slot)) }
            return flags.contains(.inserted) ? .some(nil) : nil
        }
    }

    /// Sets a to-one relationship and maintains the inverse.
    package final func setReference(_ object: ManagedObject?, of relationship: ModelRelationship) {
        guard mayBeWritten(relationship.key), let context = batch.anchor.unmanaged else { return }
        // Counting references to a context is slow, because it has weak ones. It is held where a row is read: what is
        // called then may let it go.
        if relationship.isLinkedBlindly, unmanagedChangedRow != nil {
            context.withObject { setReference(object, of: relationship, in: $0) }
        } else {
            setReference(object, of: relationship, in: context.takeUnretainedValue())
        }
    }

    // Not inlined, where the object would be counted: it comes from a closure there, and as an argument here.
    @inline(never)
    private final func setReference(
        _ object: ManagedObject?, of relationship: ModelRelationship, in context: ManagedObjectContext
    ) {
        if let object, let problem = context.problem(linking: self, relationship, object) {
            context.recordAccessError(problem)
            return
        }
        let old = reference(of: relationship)
        guard !flags.contains(.inaccessible) else {
            context.recordAccessError(writingError(relationship.key))
            return
        }
        if old == object?.identity { return }
        context.writeReference(of: self, relationship, object?.identity)
        // The model is the context's.
        guard let inverse = relationship.unmanagedInverse else {
            // This link cannot be found from the other side when that moves to another store.
            object?.flags.insert(.identified)
            return
        }
        if let old { inverse.withObject { context.unlinkInverse(from: old, $0, self) } }
        if let object { inverse.withObject { context.linkInverse(of: object, $0, self) } }
    }

    /// The context of a relationship that is read; without one the relationship is unknown, and the object is
    /// inaccessible.
    final func contextForReading(_ key: PropertyKey) -> ManagedObjectContext? {
        if let context = managedObjectContext { return context }
        loseContext(reading: key)
        return nil
    }

    /// The related object of a to-one relationship; throws what a getter would only report.
    ///
    /// - Throws: The error that makes the object inaccessible; `ContextError` with code `contextGone` when its context is
    ///   gone.
    public final func object<Destination: ManagedObject>(for relationship: ToOne<Destination>) throws -> Destination? {
        try requireContext(reading: relationship.relationshipPropertyKey, ofRow: false)
        let related = object(of: relationship)
        if flags.contains(.inaccessible), let error = overlay?.error { throw error }
        return related
    }

    /// The related objects of a to-many relationship, which are read now; throws what a getter would only report.
    ///
    /// - Throws: The error that makes the object inaccessible; `ContextError` with code `contextGone` when its context is
    ///   gone.
    public final func objects<Destination: ManagedObject>(
        for relationship: ToMany<Destination>
    ) throws -> ToManyObjects<Destination> {
        try requireContext(reading: relationship.relationshipPropertyKey, ofRow: false)
        let related = objects(of: relationship)
        _ = related.objectIDs
        if flags.contains(.inaccessible), let error = overlay?.error { throw error }
        return related
    }

    /// The IDs of a to-many relationship's objects.
    final func members(of relationship: ModelRelationship) -> [ObjectID] {
        guard let context = contextForReading(relationship.key) else { return [] }
        return context.members(of: self, relationship)
    }

    final func isMember(_ object: ObjectID, of relationship: ModelRelationship) -> Bool {
        guard let context = contextForReading(relationship.key) else { return false }
        return context.isMember(object, of: self, relationship)
    }

    final func member<Destination: ManagedObject>(
        at index: Int, of relationship: ModelRelationship, as type: Destination.Type
    ) -> Destination? {
        let members = members(of: relationship)
        guard members.indices.contains(index), let context = managedObjectContext else { return nil }
        return context.relatedObject(members[index], relationship)?.cast(to: type)
    }

    final func memberObjects<Destination: ManagedObject>(
        of relationship: ModelRelationship, as type: Destination.Type
    ) -> [Destination] {
        guard let context = managedObjectContext else { return [] }
        let objects = context.relatedObjects(members(of: relationship), relationship)
        // An object of another class than the relationship's is no member that the caller could take.
        return (try? objects.cast(to: type)) ?? objects.compactMap { $0.cast(to: type) }
    }

    package final func addMember(_ object: ManagedObject, to relationship: ModelRelationship, at index: Int?) {
        guard let context = contextForWriting(relationship.key) else { return }
        if let problem = context.problem(linking: self, relationship, object) {
            context.recordAccessError(problem)
            return
        }
        if relationship.form == .inverseReference, let inverse = relationship.inverse {
            if index == nil {
                object.setReference(self, of: inverse)
            } else {
                _ = members(of: relationship)
                object.setReference(self, of: inverse)
                moveLast(of: relationship, object.identity, to: index ?? 0)
            }
            return
        }
        if relationship.isOrdered { _ = members(of: relationship) }
        context.changeMembers(of: self, relationship) {
            $0.add(object.identity, at: index, isOrdered: relationship.isOrdered)
        }
        guard let inverse = relationship.inverse else {
            object.flags.insert(.identified)
            return
        }
        context.linkInverse(of: object, inverse, self)
    }

    package final func removeMember(_ object: ManagedObject, from relationship: ModelRelationship) {
        guard let context = contextForWriting(relationship.key) else { return }
        if relationship.form == .inverseReference, let inverse = relationship.inverse {
            if object.reference(of: inverse) == identity { object.setReference(nil, of: inverse) }
            return
        }
        guard isMember(object.identity, of: relationship) else { return }
        context.changeMembers(of: self, relationship) { $0.remove(object.identity) }
        if let inverse = relationship.inverse { context.unlinkInverse(from: object.identity, inverse, self) }
    }

    private final func moveLast(of relationship: ModelRelationship, _ object: ObjectID, to index: Int) {
        var members = members(of: relationship)
        guard let last = members.lastIndex(of: object) else { return }
        members.remove(at: last)
        members.insert(object, at: min(index, members.count))
        setOrder(members, of: relationship)
    }

    final func setOrder(_ members: [ObjectID], of relationship: ModelRelationship) {
        guard relationship.isOrdered, let context = contextForWriting(relationship.key) else { return }
        context.changeMembers(of: self, relationship) { $0.reorder(members) }
    }

    package final func replaceMembers(_ objects: [ManagedObject], of relationship: ModelRelationship) {
        guard let context = contextForWriting(relationship.key) else { return }
        let wanted = Set(objects.map(\.identity))
        for object in context.relatedObjects(members(of: relationship), relationship).reversed()
        where !wanted.contains(object.identity) { removeMember(object, from: relationship) }
        for object in objects { addMember(object, to: relationship, at: nil) }
        if relationship.isOrdered {
            var seen: Set<ObjectID> = []
            let order = objects.map(\.identity).filter { seen.insert($0).inserted }
            if members(of: relationship) != order { setOrder(order, of: relationship) }
        }
    }
}
