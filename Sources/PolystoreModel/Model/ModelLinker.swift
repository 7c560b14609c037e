/// Turns a description into linked entities: the one place that resolves names.
struct ModelLinker {
    struct Linked {
        var description: ModelDescription
        var entities: [ModelEntity]
        var joins: [ModelJoin]
    }

    /// Resolves class names, checks everything, links entities, inverses and joins, and computes the hashes.
    static func link(_ description: ModelDescription) throws(ModelError) -> Linked {
        var resolved = ModelNameResolution.resolve(description)
        let problems = ModelValidation.problems(in: resolved)
        guard problems.isEmpty else { throw ModelError(model: description.name, problems: problems) }
        resolved = resolved.sortedByName

        let entities = makeEntities(resolved)
        let byName = Dictionary(uniqueKeysWithValues: entities.map { ($0.name, $0) })
        linkHierarchy(entities, byName)
        linkRelationships(entities, byName)
        settleRelationships(entities)
        let joins = linkJoins(entities)
        let hashes = VersionHash.hashes(of: resolved)
        for entity in entities { entity.setLinks { $0.versionHash = hashes[entity.name] ?? [] } }
        return Linked(description: resolved, entities: entities, joins: joins)
    }

    private static func makeEntities(_ description: ModelDescription) -> [ModelEntity] {
        let parents = Dictionary(
            uniqueKeysWithValues: description.entities.compactMap { entity in
                entity.superentityName.map { (entity.name, $0) }
            })
        return description.entities.enumerated().map { index, entity in
            var root = entity.name
            while let parent = parents[root] { root = parent }
            return ModelEntity(
                description: entity, index: index, rootNumber: RootNumber(interning: root),
                attributes: entity.attributes.sorted(byName: \.name).map { attribute in
                    ModelAttribute(attribute, composites: description.composites)
                },
                relationships: entity.relationships.sorted(byName: \.name).map(ModelRelationship.init))
        }
    }

    private static func linkHierarchy(_ entities: [ModelEntity], _ byName: [String: ModelEntity]) {
        for entity in entities {
            guard let name = entity.description.superentityName, let parent = byName[name] else { continue }
            entity.setLinks { $0.superentity = parent }
            parent.setLinks { $0.subentities.append(entity) }
        }
        for entity in entities {
            let lineage = entity.lineage
            let attributes = lineage.flatMap(\.ownAttributes).sorted(byName: \.name)
            let relationships = lineage.flatMap(\.ownRelationships).sorted(byName: \.name)
            entity.setLinks { links in
                links.attributes = attributes
                links.relationships = relationships
                links.hasUniquenessConstraints = lineage.contains { !$0.description.uniquenessConstraints.isEmpty }
                links.properties = PropertyTable(
                    attributes.map(ModelProperty.attribute) + relationships.map(ModelProperty.relationship))
            }
        }
    }

    private static func linkRelationships(_ entities: [ModelEntity], _ byName: [String: ModelEntity]) {
        for entity in entities {
            for relationship in entity.ownRelationships {
                guard case .entity(let name) = relationship.description.destination, let destination = byName[name]
                else { continue }
                let inverse = relationship.description.inverseName.flatMap(destination.relationship(named:))
                relationship.setLinks { links in
                    links.entity = entity
                    links.destination = destination
                    links.inverse = inverse
                    links.orderKey = PropertyKey((inverse?.name ?? relationship.name) + "#order")
                }
            }
        }
    }

    private static func settleRelationships(_ entities: [ModelEntity]) {
        for relationship in entities.flatMap(\.ownRelationships) { relationship.settle() }
    }

    private static func linkJoins(_ entities: [ModelEntity]) -> [ModelJoin] {
        var joins: [ModelJoin] = []
        for relationship in entities.flatMap(\.ownRelationships)
        where relationship.form == .join && relationship.join == nil {
            // Entities and relationships come in name order, so the first side met is the side that sorts first.
            let join = ModelJoin(forward: relationship, backward: relationship.inverse)
            relationship.setLinks { $0.join = join }
            relationship.inverse?.setLinks { $0.join = join }
            joins.append(join)
        }
        return joins
    }
}
