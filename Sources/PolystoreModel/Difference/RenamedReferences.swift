/// Says in the names of a new version what an old one says of other parts.
struct RenamedReferences {
    private let old: ModelNames
    private let entities: [String: String]
    /// The new names of the properties that an entity declares, by the entity's old name.
    private let properties: [String: [String: String]]

    init(_ old: ModelNames, _ pairing: PartPairing<EntityDescription>) {
        self.old = old
        entities = pairing.newNames
        var properties: [String: [String: String]] = [:]
        for (before, after) in pairing.pairs {
            properties[before.name] = PartPairing(before.attributes, after.attributes).newNames
                .merging(PartPairing(before.relationships, after.relationships).newNames) { first, _ in first }
        }
        self.properties = properties
    }

    /// The new name of an entity; its own when it has none.
    func entity(_ name: String) -> String { entities[name] ?? name }

    /// The new name of a property that an entity has, or the path through one.
    func property(_ path: String, of entity: String) -> String {
        let name = path.prefix { $0 != "." }
        for level in old.lineage(of: entity).reversed() {
            if let new = properties[level.name]?[String(name)] { return new + path.dropFirst(name.count) }
        }
        return path
    }

    /// The request in the new name of its entity.
    ///
    /// Its predicate is text of the model's author and stays as it is.
    func translate(_ request: FetchRequestDescription) -> FetchRequestDescription {
        var result = request
        result.entityName = entity(request.entityName)
        return result
    }

    /// The entity with the new names of what it refers to; its own name and those of its properties stay.
    func translate(_ entity: EntityDescription) -> EntityDescription {
        var result = entity
        result.superentityName = entity.superentityName.map(self.entity)
        for (index, relationship) in entity.relationships.enumerated() {
            if let inverse = old.inverse(of: relationship) {
                result.relationships[index].inverseName = property(inverse.relationship.name, of: inverse.entity.name)
            }
            if case .entity(let name) = relationship.destination {
                result.relationships[index].destination = .entity(self.entity(name))
            }
        }
        for index in entity.fetchedProperties.indices {
            result.fetchedProperties[index].request = translate(entity.fetchedProperties[index].request)
        }
        result.uniquenessConstraints = entity.uniquenessConstraints.map { names in
            names.map { property($0, of: entity.name) }
        }
        for (index, description) in entity.indexes.enumerated() {
            for (place, element) in description.elements.enumerated() {
                result.indexes[index].elements[place].property = property(element.property, of: entity.name)
            }
        }
        return result
    }
}
