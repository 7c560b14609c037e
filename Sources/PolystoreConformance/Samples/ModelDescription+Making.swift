import PolystoreStorage

extension ModelDescription {
    /// A model of entities.
    static func of(_ entities: EntityDescription...) -> ModelDescription {
        var model = ModelDescription(name: "conformance")
        model.entities = entities
        return model
    }
}

extension EntityDescription {
    /// An entity of properties.
    static func named(
        _ name: String, parent: String? = nil, _ attributes: [AttributeDescription] = [],
        _ relationships: [RelationshipDescription] = []
    ) -> EntityDescription {
        var entity = EntityDescription(name: name)
        entity.superentityName = parent
        entity.attributes = attributes
        entity.relationships = relationships
        return entity
    }

    /// The entity with values of some attributes unique together.
    func unique(_ attributes: String...) -> EntityDescription {
        var entity = self
        entity.uniquenessConstraints.append(attributes)
        return entity
    }

    /// The entity, of which no object may be exactly.
    var abstract: EntityDescription {
        var entity = self
        entity.isAbstract = true
        return entity
    }
}

extension AttributeDescription {
    /// An optional attribute.
    static func optional(_ name: String, _ type: AttributeType) -> AttributeDescription {
        var attribute = AttributeDescription(name: name, type: type)
        attribute.isOptional = true
        return attribute
    }

    /// A required attribute.
    static func required(
        _ name: String, _ type: AttributeType, default value: Value = .missing,
        _ validate: (inout AttributeValidation) -> Void = { _ in }
    ) -> AttributeDescription {
        var attribute = AttributeDescription(name: name, type: type)
        attribute.defaultValue = value
        validate(&attribute.validation)
        return attribute
    }
}

extension RelationshipDescription {
    /// A relationship to at most one object.
    static func one(
        _ name: String, to entity: String, inverse: String? = nil, _ rule: DeleteRule = .nullify
    ) -> RelationshipDescription {
        var relationship = RelationshipDescription(
            name: name, to: .entity(entity), isToMany: false, inverse: inverse)
        relationship.deleteRule = rule
        return relationship
    }

    /// A relationship to several objects.
    static func many(
        _ name: String, to entity: String, inverse: String? = nil, ordered: Bool = false,
        _ rule: DeleteRule = .nullify
    ) -> RelationshipDescription {
        var relationship = RelationshipDescription(name: name, to: .entity(entity), isToMany: true, inverse: inverse)
        relationship.isOrdered = ordered
        relationship.deleteRule = rule
        return relationship
    }
}
