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
            try validate(&value, attribute)
        } else if let relationship = entity.relationship(named: name), !relationship.isToMany {
            try validate(&value, relationship)
        } else {
            throw unknownProperty(name)
        }
    }

    private func validate(_ value: inout Value, _ attribute: ModelAttribute) throws {
        func check() throws {
            do {
                if let kind = attribute.slotKind { value = try value.converted(to: kind) }
            } catch {
                throw located(error, attribute.key)
            }
            if let code = AttributeValidator.failure(of: value, attribute) {
                throw ValidationFailure(code, self, attribute)
            }
        }
        try check()
        let old = value
        try validateByClass(&value, attribute.name)
        if value != old { try check() }
    }

    private func validate(_ value: inout Value, _ relationship: ModelRelationship) throws {
        func check() throws {
            switch value {
            case .missing:
                if !relationship.isOptional { throw ValidationFailure(.missing, self, relationship.name) }
            case .object:
                break
            default:
                throw ValueError(
                    .wrongType, expected: "object", found: value.kindName, details: [.property: relationship.name])
            }
        }
        try check()
        let old = value
        try validateByClass(&value, relationship.name)
        if value != old { try check() }
    }

    private func validateByClass(_ value: inout Value, _ name: String) throws {
        guard let validating = self as? any PropertyValidating else { return }
        do { try validating.validate(&value, for: name) } catch {
            throw ValidationFailure(.custom, self, name, cause: error)
        }
    }

    /// Gives the value of each property to the object's own validation, and sets what it put in their places.
    final func validateProperties(_ failures: inout [ValidationFailure]) {
        guard let validating = self as? any PropertyValidating else { return }
        for attribute in entity.attributes where attribute.type != .composite {
            if let slot = readableRow().slot(of: attribute.key), readableRow().deferredData(slot.pointee) != nil {
                continue
            }
            attempt(attribute.name, &failures) {
                let old = taggedValue(of: attribute)
                var value = old
                try validating.validate(&value, for: attribute.name)
                if value != old { try setValue(value, forKey: attribute.name) }
            }
        }
        for relationship in entity.relationships where !relationship.isToMany {
            attempt(relationship.name, &failures) {
                let old = reference(of: relationship).map(Value.object) ?? .missing
                var value = old
                try validating.validate(&value, for: relationship.name)
                if value != old { try setReference(value, of: relationship) }
            }
        }
    }

    private func attempt(_ name: String, _ failures: inout [ValidationFailure], _ body: () throws -> Void) {
        do { try body() } catch { failures.append(ValidationFailure(.custom, self, name, cause: error)) }
    }

    private func setReference(_ value: Value, of relationship: ModelRelationship) throws {
        switch value {
        case .missing: try setRelatedObject(nil, forKey: relationship.name)
        case .object(let objectID):
            let object = try managedObjectContext?.existingObject(with: objectID)
            try setRelatedObject(object, forKey: relationship.name)
        default:
            throw ValueError(
                .wrongType, expected: "object", found: value.kindName, details: [.property: relationship.name])
        }
    }
}
