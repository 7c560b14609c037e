import PolystoreStorage

/// A small model with every kind of relationship, and rows of it, for tests.
///
/// Companies have staff (to-many with a to-one inverse), people have mentors (within the entity) and tags
/// (many-to-many), managers are people, selections point at people without an inverse,
/// desks stand alone, and orders are partitioned by region.
package enum ReferenceGraph {
    /// The model.
    package static func model() throws -> ManagedObjectModel {
        var description = ModelDescription(name: "Reference")
        description.entities = [company, person, manager, tag, selection, desk, order]
        description.configurations = ["People": ["Company", "Person", "Tag", "Desk"], "Rest": ["Selection", "Order"]]
        return try ManagedObjectModel(description)
    }

    private static var company: EntityDescription {
        var entity = EntityDescription(name: "Company")
        entity.attributes = [attribute("name", .string), attribute("size", .integer64)]
        entity.relationships = [
            RelationshipDescription(name: "staff", to: .entity("Person"), isToMany: true, inverse: "employer")
        ]
        entity.uniquenessConstraints = [["name"]]
        return entity
    }

    private static var person: EntityDescription {
        var entity = EntityDescription(name: "Person")
        entity.attributes = [
            attribute("name", .string), attribute("age", .integer64), attribute("score", .double),
        ]
        entity.relationships = [
            RelationshipDescription(name: "employer", to: .entity("Company"), isToMany: false, inverse: "staff"),
            RelationshipDescription(name: "mentor", to: .entity("Person"), isToMany: false, inverse: "mentees"),
            RelationshipDescription(name: "mentees", to: .entity("Person"), isToMany: true, inverse: "mentor"),
            RelationshipDescription(name: "tags", to: .entity("Tag"), isToMany: true, inverse: "people"),
        ]
        return entity
    }

    private static var manager: EntityDescription {
        var entity = EntityDescription(name: "Manager")
        entity.superentityName = "Person"
        entity.attributes = [attribute("level", .integer16)]
        return entity
    }

    private static var tag: EntityDescription {
        var entity = EntityDescription(name: "Tag")
        entity.attributes = [attribute("label", .string)]
        entity.relationships = [
            RelationshipDescription(name: "people", to: .entity("Person"), isToMany: true, inverse: "tags")
        ]
        return entity
    }

    private static var selection: EntityDescription {
        var entity = EntityDescription(name: "Selection")
        entity.attributes = [attribute("title", .string)]
        entity.relationships = [RelationshipDescription(name: "person", to: .entity("Person"), isToMany: false)]
        return entity
    }

    private static var desk: EntityDescription {
        var entity = EntityDescription(name: "Desk")
        entity.attributes = [attribute("room", .string)]
        return entity
    }

    private static var order: EntityDescription {
        var entity = EntityDescription(name: "Order")
        entity.attributes = [attribute("region", .string), attribute("number", .integer64)]
        return entity
    }

    private static func attribute(_ name: String, _ type: AttributeType) -> AttributeDescription {
        var attribute = AttributeDescription(name: name, type: type)
        attribute.isOptional = true
        return attribute
    }

    /// A row as a save would hand it to a store.
    ///
    /// - Parameters:
    ///   - entity: The entity's name.
    ///   - layouts: The layouts of the store.
    ///   - key: The object's key.
    ///   - version: The row's new version.
    ///   - values: The values by property name.
    /// - Returns: An insert for version 1, otherwise an update of the version before.
    /// - Throws: `unsupported` for what the layouts do not have.
    package static func row(
        _ entity: String, _ layouts: LayoutTable, key: Int64, version: UInt32 = 1, _ values: [String: Value]
    ) throws -> StoreChanges.Row {
        guard let layout = layouts.all.last(where: { $0.entity?.name == entity }) else {
            throw StoreError(.unsupported, [.entity: entity])
        }
        let row = MutableRow.make(layout, key: key)
        for (name, value) in values {
            let index = layout.index(of: PropertyKey(name))
            guard index >= 0 else { throw StoreError(.unsupported, [.entity: entity, .property: name]) }
            try row.set(value, at: index)
        }
        let builder = RowBatchBuilder(layouts: layouts)
        builder.append(packing: row, version: version)
        let batch = builder.takeBatches()[0]
        return StoreChanges.Row(batch: batch, offset: 8, expectedVersion: version - 1, changed: SlotSet(all: layout))
    }

    /// An open store that serves the whole model alone.
    package static func store(
        _ model: ManagedObjectModel, planning: ReferenceStore.Planning = .scan
    ) throws -> ReferenceStore {
        let opening = StoreOpening(
            name: "reference", url: nil, model: model, entities: model.entities.filter { !$0.isAbstract },
            placement: StorePlacement(aloneWith: model))
        return ReferenceStore(opening, StoreCapabilities(), planning, nil)
    }
}
