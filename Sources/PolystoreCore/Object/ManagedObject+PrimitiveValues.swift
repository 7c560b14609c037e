import PolystoreModel

extension ManagedObject {
    /// The value of an attribute, as `value(of:)` gives it.
    public final func primitiveValue<Value: AttributeValue>(for attribute: Attribute<Value>) -> Value {
        value(of: attribute)
    }

    /// The value of an attribute by name.
    ///
    /// - Throws: What `value(forKey:)` throws.
    public final func primitiveValue(forKey name: String) throws -> Value { try value(forKey: name) }

    /// Sets the value of an attribute without making the object a changed one: for a time stamp in `willSave`.
    ///
    /// Nothing is announced and `willSave` is not called again for it. The value is saved when the object is being saved, or
    /// is saved later for another change; alone it is no change. A value that cannot be stored leaves the property as it
    /// was and is reported by the context's next `save` or `fetch`.
    public final func setPrimitiveValue<Value: AttributeValue>(_ value: Value, for attribute: Attribute<Value>) {
        let key = attribute.propertyKey
        guard let context = contextForWriting(key) else { return }
        do {
            guard let row = primitiveRow() else { throw writingError(key) }
            let index = row.layout.index(of: key)
            guard index >= 0 else { return try keepPrimitive(value, of: key) }
            try context.checkPartition(self, key)
            try value.write(to: row, at: index)
        } catch {
            recordWritingError(error, key)
        }
    }

    /// Sets the value of an attribute by name without making the object a changed one; see `setPrimitiveValue(_:for:)`.
    ///
    /// - Throws: What `setValue(_:forKey:)` throws.
    public final func setPrimitiveValue(_ value: Value, forKey name: String) throws {
        guard let attribute = entity.attribute(named: name) else { throw unknownProperty(name) }
        guard let context = contextForWriting(attribute.key) else {
            throw ContextError(managedObjectContext == nil ? .contextGone : .wrongExecutor)
        }
        guard let row = primitiveRow() else { throw writingError(attribute.key) }
        let index = row.layout.index(of: attribute.key)
        do {
            if index < 0 {
                let value = try attribute.slotKind.map { try value.converted(to: $0) } ?? value
                try keepPrimitive(TransientValue.untagged(value), of: attribute.key)
            } else {
                try context.checkPartition(self, attribute.key)
                try row.set(value, at: index)
            }
        } catch {
            throw located(error, attribute.key)
        }
    }

    /// Sets the related object of a to-one relationship without its inverse and without making either a changed object.
    ///
    /// The caller sets the other side, too. A relationship that the object's row does not hold is left as it is, and the
    /// context's next `save` or `fetch` reports it.
    public final func setPrimitiveValue<Destination: ManagedObject>(
        _ object: Destination?, for relationship: ToOne<Destination>
    ) {
        guard let declared = relationshipDeclared(relationship.relationshipPropertyKey),
            let context = contextForWriting(declared.key)
        else { return }
        do {
            if let object, let problem = context.problem(linking: self, declared, object) { throw problem }
            guard let row = primitiveRow() else { throw writingError(declared.key) }
            let index = row.layout.index(of: declared.key)
            guard index >= 0 else {
                throw ValueError(.unavailable, found: "relationship", details: [.property: declared.name])
            }
            row.setReference(object?.identity, at: index)
            object?.flags.insert(.identified)
        } catch {
            recordWritingError(error, declared.key)
        }
    }

    /// The changed row, made where there is none; the object is not listed among the changed ones.
    private func primitiveRow() -> MutableRow? {
        if let row = changedRow { return row }
        let stored = storedRow()
        guard flags.isDisjoint(with: [.inaccessible, .detached]) else { return nil }
        return changedRow ?? makeRow(copying: stored).takeUnretainedValue()
    }

    private func keepPrimitive(_ value: (any Sendable)?, of key: PropertyKey) throws {
        guard case .attribute(let attribute)? = entity.property(for: key) else { throw unknownProperty(key.name) }
        guard attribute.isTransient || attribute.type != .composite else {
            throw ValueError(.unavailable, found: attribute.type.rawValue, details: [.property: key.name])
        }
        madeOverlay().transients[key] = value
    }
}
