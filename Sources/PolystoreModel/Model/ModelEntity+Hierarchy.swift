extension ModelEntity {
    /// The topmost ancestor; the entity itself when it has none.
    public var root: ModelEntity {
        var entity = self
        while let parent = entity.superentity { entity = parent }
        return entity
    }

    /// The ancestors from the root down, ending in the entity itself.
    public var lineage: [ModelEntity] {
        var result = [self]
        while let parent = result[result.count - 1].superentity { result.append(parent) }
        return result.reversed()
    }

    /// The entity and its descendants, parents before children, siblings in name order.
    public var family: [ModelEntity] { [self] + subentities.flatMap(\.family) }

    /// The entities of the family that objects can be of.
    public var concreteFamily: [ModelEntity] {
        if subentities.isEmpty { return isAbstract ? [] : [self] }
        return family.filter { !$0.isAbstract }
    }

    /// Whether the entity is the other one or inherits from it.
    public func isKind(of other: ModelEntity) -> Bool {
        if self === other { return true }
        // Most entities have no descendants, and then there is nothing to look for.
        if other.subentities.isEmpty { return false }
        var entity = superentity
        while let current = entity {
            if current === other { return true }
            entity = current.superentity
        }
        return false
    }

    /// The attribute of a name, inherited ones included.
    public func attribute(named name: String) -> ModelAttribute? {
        attributes.first { $0.name == name }
    }

    /// The relationship of a name, inherited ones included.
    public func relationship(named name: String) -> ModelRelationship? {
        relationships.first { $0.name == name }
    }

    /// The names of all attributes and relationships, in name order.
    public var propertyNames: [String] {
        (attributes.map(\.name) + relationships.map(\.name)).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// The uniqueness constraints that hold for the entity's objects, each with the entity that declares it.
    public var uniquenessConstraints: [UniquenessConstraint] {
        // Asked for in every save, and most entities have none.
        guard hasUniquenessConstraints else { return [] }
        return lineage.flatMap { entity in
            entity.description.uniquenessConstraints.map { names in
                UniquenessConstraint(entity: entity, properties: names.compactMap(entity.property(named:)))
            }
        }
    }

    /// The attribute or relationship of a name, inherited ones included.
    public func property(named name: String) -> ModelProperty? {
        attribute(named: name).map(ModelProperty.attribute) ?? relationship(named: name).map(ModelProperty.relationship)
    }
}
