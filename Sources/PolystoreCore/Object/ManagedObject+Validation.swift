import PolystoreModel

extension ManagedObject {
    /// Checks a value for a property as a save would, without setting it: what a form asks while its user types.
    ///
    /// The value is converted to the attribute's type, held against what the model asks of the property, and given to the
    /// object's own validation, where its class has one (`PropertyValidating`). Do not call it from there: it would call
    /// itself without end.
    ///
    /// - Parameters:
    ///   - value: The value; for a to-one relationship the ID of the object, `missing` for none. Afterwards it is converted,
    ///     and what the object's own validation put in its place.
    ///   - name: The name of an attribute or of a to-one relationship.
    /// - Throws: `ValueError` for a name that is neither, and for a value that is not of the type; `ValidationFailure`.
    public final func validateValue(_ value: inout Value, forKey name: String) throws {
        if let attribute = entity.attribute(named: name) {
            try validate(&value, name) { try check(&$0, attribute) }
        } else if let relationship = entity.relationship(named: name), !relationship.isToMany {
            try validate(&value, name) { try check($0, relationship) }
        } else {
            throw unknownProperty(name)
        }
    }

    /// Checks a value, asks the class, and checks what the class put in its place.
    private func validate(_ value: inout Value, _ name: String, _ check: (inout Value) throws -> Void) throws {
        try check(&value)
        guard let validating = self as? any PropertyValidating else { return }
        let old = value
        do { try validating.validate(&value, for: name) } catch {
            throw ValidationFailure(.custom, self, name, cause: error)
        }
        if value != old { try check(&value) }
    }

    private func check(_ value: inout Value, _ attribute: ModelAttribute) throws {
        do {
            if let kind = attribute.slotKind { value = try value.converted(to: kind) }
        } catch {
            throw located(error, attribute.key)
        }
        if let code = AttributeValidator.failure(of: value, attribute) {
            throw ValidationFailure(code, self, attribute)
        }
    }

    private func check(_ value: Value, _ relationship: ModelRelationship) throws {
        if try relatedObject(value, relationship) == nil, !relationship.isOptional {
            throw ValidationFailure(.missing, self, relationship)
        }
    }

    /// The object of a value of a to-one relationship.
    private func relatedObject(_ value: Value, _ relationship: ModelRelationship) throws -> ManagedObject? {
        switch value {
        case .missing: return nil
        case .object(let objectID):
            guard let context = managedObjectContext else { throw ContextError(.contextGone) }
            let object = try context.existingObject(with: objectID)
            try requireDestination(object, of: relationship)
            return object
        default:
            throw ValueError(
                .wrongType, expected: "object", found: value.kindName,
                details: [.entity: entity.name, .property: relationship.name])
        }
    }

    /// Gives the value of each property to the object's own validation, and sets what it put in their places.
    ///
    /// - Parameters:
    ///   - refused: The properties that the model refuses: the class is not asked about these.
    ///   - failures: Gets what the class throws, and what is thrown by values that cannot be set.
    final func validateProperties(except refused: Set<String>, _ failures: inout [ValidationFailure]) {
        guard let validating = self as? any PropertyValidating else { return }
        func ask(_ name: String, _ old: Value, _ set: (Value) throws -> Void) {
            do {
                var value = old
                try validating.validate(&value, for: name)
                if value != old { try set(value) }
            } catch {
                failures.append(ValidationFailure(.custom, self, name, cause: error))
            }
        }
        for attribute in entity.attributes where attribute.type != .composite && !refused.contains(attribute.name) {
            let row = readableRow()
            if let slot = row.slot(of: attribute.key), row.deferredData(slot.pointee) != nil { continue }
            ask(attribute.name, taggedValue(of: attribute)) { try setValue($0, forKey: attribute.name) }
        }
        for relationship in entity.relationships where !relationship.isToMany && !refused.contains(relationship.name) {
            ask(relationship.name, reference(of: relationship).map(Value.object) ?? .missing) {
                setReference(try relatedObject($0, relationship), of: relationship)
            }
        }
    }
}
