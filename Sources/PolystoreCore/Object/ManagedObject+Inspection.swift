import PolystoreModel

extension ManagedObject {
    /// The value of an attribute by name, for tools and programs without classes.
    ///
    /// - Throws: `ValueError` for an unknown name, and the error that makes the object inaccessible.
    public final func value(forKey name: String) throws -> Value {
        guard let attribute = entity.attribute(named: name) else { throw unknownProperty(name) }
        try requireContext(reading: attribute.key, ofRow: true)
        noteAccess(to: attribute.key)
        let value = taggedValue(of: attribute)
        if flags.contains(.inaccessible), let error = overlay?.error { throw error }
        return value
    }

    /// Sets an attribute by name.
    ///
    /// - Throws: `ValueError` for an unknown name and for a value that does not fit.
    public final func setValue(_ value: Value, forKey name: String) throws {
        guard let attribute = entity.attribute(named: name) else { throw unknownProperty(name) }
        guard let context = contextForWriting(attribute.key) else {
            throw ContextError(managedObjectContext == nil ? .contextGone : .wrongExecutor)
        }
        guard let row = writableRow() else { throw writingError(attribute.key) }
        let index = row.layout.index(of: attribute.key)
        do {
            if index < 0 {
                try setTransientValue(tagged: value, of: attribute)
            } else {
                try context.checkPartition(self, attribute.key)
                context.noteChange(of: attribute.key, in: self)
                try row.set(value, at: index)
            }
        } catch {
            throw located(error, attribute.key)
        }
    }

    /// The value of an attribute; throws what a getter would only report.
    ///
    /// - Throws: The error that makes the object inaccessible.
    public final func value<Value: AttributeValue>(for attribute: Attribute<Value>) throws -> Value {
        try requireContext(reading: attribute.propertyKey, ofRow: true)
        let value = value(of: attribute)
        if flags.contains(.inaccessible), let error = overlay?.error { throw error }
        return value
    }

    /// The related object of a to-one relationship by name.
    ///
    /// - Throws: `ValueError` for a name that is no to-one relationship, and the error that makes the object inaccessible.
    public final func relatedObject(forKey name: String) throws -> ManagedObject? {
        let relationship = try relationship(named: name, isToMany: false)
        try requireContext(reading: relationship.key, ofRow: false)
        noteAccess(to: relationship.key)
        let context = contextForReading(relationship.key)
        let related = reference(of: relationship).flatMap { context?.relatedObject($0, relationship) }
        if flags.contains(.inaccessible), let error = overlay?.error { throw error }
        return related
    }

    /// Sets the related object of a to-one relationship by name.
    ///
    /// - Throws: `ValueError` for a name that is no to-one relationship, `ContextError` for an object of another entity
    ///   than it leads to or of another context.
    public final func setRelatedObject(_ object: ManagedObject?, forKey name: String) throws {
        let relationship = try relationship(named: name, isToMany: false)
        if let object { try requireDestination(object, of: relationship) }
        setReference(object, of: relationship)
    }

    /// Throws for an object that a relationship of this one cannot lead to.
    final func requireDestination(_ object: ManagedObject, of relationship: ModelRelationship) throws {
        let place: ErrorDetails = [.entity: entity.name, .property: relationship.name]
        if object.managedObjectContext !== managedObjectContext { throw ContextError(.foreignObject, place) }
        if !object.entity.isKind(of: relationship.destination) { throw ContextError(.wrongDestination, place) }
    }

    /// The related objects of a to-many relationship by name.
    ///
    /// - Throws: `ValueError` for a name that is no to-many relationship.
    public final func relatedObjects(forKey name: String) throws -> ToManyObjects<ManagedObject> {
        let relationship = try relationship(named: name, isToMany: true)
        noteAccess(to: relationship.key)
        return ToManyObjects(owner: self, relationship: relationship)
    }

    /// The IDs of a relationship's objects, without making objects of them.
    ///
    /// - Throws: `ValueError` for an unknown name.
    public final func objectIDs(forRelationshipNamed name: String) throws -> [ObjectID] {
        guard let relationship = entity.relationship(named: name) else { throw unknownProperty(name) }
        return relationship.isToMany ? members(of: relationship) : reference(of: relationship).map { [$0] } ?? []
    }

    /// Whether a relationship's objects have not been read.
    ///
    /// - Throws: `ValueError` for an unknown name.
    public final func hasFault(forRelationshipNamed name: String) throws -> Bool {
        guard let relationship = entity.relationship(named: name) else { throw unknownProperty(name) }
        guard relationship.isToMany else { return isFault }
        return managedObjectContext?.toManyState(identity, relationship).isFault ?? true
    }

    private func relationship(named name: String, isToMany: Bool) throws -> ModelRelationship {
        guard let relationship = entity.relationship(named: name), relationship.isToMany == isToMany else {
            throw unknownProperty(name)
        }
        return relationship
    }

    /// The names and values of the attributes and to-one relationships that were changed, and are to be saved.
    public final func changedValues() -> [String: Value] {
        guard let row = changedRow, flags.contains(.tracked) else { return [:] }
        var result: [String: Value] = [:]
        let changed = flags.contains(.inserted) ? row.changed : RowComparison.differingSlots(row, storedRow())
        changed.forEach { index in
            let slot = row.layout.slots[index]
            if slot.kind != .orderKey { result[slot.key.name] = row.view.value(slot) }
        }
        return result
    }

    /// The names of the relationships whose objects were changed.
    public final func changedRelationships() -> Set<String> { Set(overlay?.changedRelationships.map(\.name) ?? []) }

    /// The values as they were read or saved last, by name.
    ///
    /// - Parameter names: The properties; nil means all attributes and to-one relationships.
    /// - Returns: The values; missing ones included.
    public final func committedValues(forKeys names: [String]? = nil) -> [String: Value] {
        let row = storedRow()
        let all = withExtendedLifetime(self) { row.valuesByName }
        guard let names else { return all }
        return all.filter { names.contains($0.key) }
    }

    /// Whether anything that is saved differs from the stored row.
    public final var hasPersistentChangedValues: Bool { !changedValues().isEmpty }

    /// The value of an attribute as it is now.
    package final func taggedValue(of attribute: ModelAttribute) -> Value {
        let row = readableRow()
        return withExtendedLifetime(self) {
            let index = row.layout.index(of: attribute.key)
            guard index >= 0 else {
                guard let transient = overlay?.transients[attribute.key] as? any AttributeValue else {
                    return attribute.description.defaultValue
                }
                // A value that cannot be tagged is one that cannot be stored either; it shows as missing.
                return (try? transient.tagged) ?? .missing
            }
            let slot = row.layout.slots[index]
            if let deferred = row.deferredData(slot) {
                return readDeferred(deferred, slot, version: row.version).map(Value.data) ?? .missing
            }
            return row.value(slot)
        }
    }

    private func setTransientValue(tagged value: Value, of attribute: ModelAttribute) throws {
        guard attribute.isTransient || attribute.type != .composite else {
            throw ValueError(.unavailable, found: attribute.type.rawValue, details: [.property: attribute.name])
        }
        let value = try attribute.slotKind.map { try value.converted(to: $0) } ?? value
        keepTransient(TransientValue.untagged(value), of: attribute.key)
    }
}
