/// Replaces names of classes by names of entities, and names inverses on both sides.
package enum ModelNameResolution {
    /// The description with every destination, parent and inverse named; what cannot be resolved is left for validation
    /// to report.
    package static func resolve(_ description: ModelDescription) -> ModelDescription {
        var result = description
        let entityOfClass = Dictionary(
            description.entities.compactMap { entity in entity.className.map { ($0, entity.name) } },
            uniquingKeysWith: { first, _ in first })
        for index in result.entities.indices {
            resolveClasses(&result.entities[index], entityOfClass)
            convertLiterals(&result.entities[index].attributes)
        }
        for index in result.composites.indices { convertLiterals(&result.composites[index].elements) }
        nameInverses(&result)
        return result
    }

    private static func resolveClasses(_ entity: inout EntityDescription, _ entityOfClass: [String: String]) {
        if entity.superentityName != nil {
            entity.superclassName = nil
        } else if let parent = entity.superclassName.flatMap({ entityOfClass[$0] }) {
            (entity.superentityName, entity.superclassName) = (parent, nil)
        }
        for index in entity.relationships.indices {
            if case .objectClass(let name) = entity.relationships[index].destination,
                let destination = entityOfClass[name]
            {
                entity.relationships[index].destination = .entity(destination)
            }
        }
    }

    private static func convertLiterals(_ attributes: inout [AttributeDescription]) {
        for index in attributes.indices {
            let type = attributes[index].type
            attributes[index].defaultValue = attributes[index].defaultValue.converted(literallyTo: type)
            attributes[index].validation.minimum = attributes[index].validation.minimum?.converted(literallyTo: type)
            attributes[index].validation.maximum = attributes[index].validation.maximum?.converted(literallyTo: type)
        }
    }

    private static func nameInverses(_ description: inout ModelDescription) {
        let indexOfEntity = Dictionary(
            description.entities.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
        for entity in description.entities {
            for relationship in entity.relationships {
                guard let inverse = relationship.inverseName, case .entity(let destination) = relationship.destination
                else { continue }
                // The inverse may be declared by an ancestor of the destination.
                var owner = indexOfEntity[destination]
                var steps = 0
                while let index = owner, steps <= description.entities.count {
                    steps += 1
                    let candidates = description.entities[index].relationships
                    if let position = candidates.firstIndex(where: { $0.name == inverse }) {
                        if candidates[position].inverseName == nil {
                            description.entities[index].relationships[position].inverseName = relationship.name
                        }
                        break
                    }
                    owner = description.entities[index].superentityName.flatMap { indexOfEntity[$0] }
                }
            }
        }
    }
}
