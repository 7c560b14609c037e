/// Finds the parts of a description by name, in a description that need not be valid: the first of two with one name
/// counts, and what inherits in a circle ends where the circle closes.
package struct ModelNames {
    package let entities: [String: EntityDescription]
    package let composites: [String: CompositeDescription]

    package init(_ description: ModelDescription) {
        entities = Dictionary(description.entities.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        composites = Dictionary(description.composites.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// The ancestors of an entity from the root down, ending in the entity itself; empty when there is none.
    package func lineage(of name: String) -> [EntityDescription] {
        var result: [EntityDescription] = []
        var seen: Set<String> = []
        var next: String? = name
        while let name = next, seen.insert(name).inserted, let entity = entities[name] {
            result.append(entity)
            next = entity.superentityName
        }
        return result.reversed()
    }

    /// The name by which a relationship calls its destination.
    package func destinationName(of relationship: RelationshipDescription) -> String {
        switch relationship.destination {
        case .entity(let name), .objectClass(let name): name
        }
    }

    /// The name of the root of the destination's hierarchy.
    package func destinationRoot(of relationship: RelationshipDescription) -> String {
        let destination = destinationName(of: relationship)
        return lineage(of: destination).first?.name ?? destination
    }

    /// The relationship that a relationship names as its inverse, with the entity that declares it.
    package func inverse(
        of relationship: RelationshipDescription
    ) -> (entity: EntityDescription, relationship: RelationshipDescription)? {
        guard let name = relationship.inverseName else { return nil }
        for entity in lineage(of: destinationName(of: relationship)).reversed() {
            if let inverse = entity.relationships.first(where: { $0.name == name }) { return (entity, inverse) }
        }
        return nil
    }

    /// The attribute of an entity, inherited ones included.
    package func attribute(_ name: String, of entity: String) -> AttributeDescription? {
        lineage(of: entity).lazy.flatMap(\.attributes).first { $0.name == name }
    }

    /// The relationship of an entity, inherited ones included.
    package func relationship(_ name: String, of entity: String) -> RelationshipDescription? {
        lineage(of: entity).lazy.flatMap(\.relationships).first { $0.name == name }
    }

    /// The names of an entity's attributes and relationships, inherited ones included.
    package func propertyNames(of entity: String) -> [String] {
        lineage(of: entity).flatMap { $0.attributes.map(\.name) + $0.relationships.map(\.name) }
    }
}
