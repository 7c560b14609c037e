import Foundation
import PolystoreChangeRecords
import PolystoreModel
import PolystoreStorage

/// A model with every kind of attribute and relationship, and the layouts of a store that serves it.
struct RecordModel {
    let model: ManagedObjectModel
    let store: StoreNumber
    let layouts: LayoutTable
    /// The store of the people, which is another one.
    let people = StoreNumber(interning: UUID())

    /// The entities before they are frozen, for tests that change some.
    static var entities: [EntityDescription] {
        [
            sample, special,
            EntityDescription(name: "Person").with { person in
                person.attributes = [optional("name", .string)]
                person.relationships = [
                    RelationshipDescription(name: "samples", to: .entity("Sample"), isToMany: true, inverse: "owner")
                        .with {
                            $0.isOrdered = true
                        }
                ]
            }, tag,
        ]
    }

    private static var sample: EntityDescription {
        var entity = EntityDescription(name: "Sample")
        entity.attributes = AttributeType.allCases.filter { $0 != .undefined }.map { type in
            var attribute = optional(name(of: type), type)
            if type == .composite { attribute.compositeName = "Address" }
            if type == .transformable { attribute.valueTypeName = "Shape" }
            attribute.isPreservedAfterDeletion = [.string, .integer32].contains(type)
            return attribute
        }
        entity.relationships = [
            RelationshipDescription(name: "owner", to: .entity("Person"), isToMany: false, inverse: "samples"),
            RelationshipDescription(name: "origin", to: .entity("Sample"), isToMany: false),
            RelationshipDescription(name: "tags", to: .entity("Tag"), isToMany: true, inverse: "samples"),
            RelationshipDescription(name: "marks", to: .entity("Tag"), isToMany: true),
            RelationshipDescription(name: "friends", to: .entity("Sample"), isToMany: true, inverse: "friends"),
        ]
        return entity
    }

    private static var special: EntityDescription {
        EntityDescription(name: "Special").with {
            $0.superentityName = "Sample"
            $0.attributes = [optional("rank", .integer16)]
        }
    }

    private static var tag: EntityDescription {
        EntityDescription(name: "Tag").with {
            $0.attributes = [optional("label", .string)]
            $0.relationships = [
                RelationshipDescription(name: "samples", to: .entity("Sample"), isToMany: true, inverse: "tags").with {
                    $0.isOrdered = true
                }
            ]
        }
    }

    /// The name of the attribute of a type.
    static func name(of type: AttributeType) -> String { "\(type.rawValue)Value" }

    static func optional(_ name: String, _ type: AttributeType) -> AttributeDescription {
        AttributeDescription(name: name, type: type).with { $0.isOptional = true }
    }

    /// The model of some entities.
    static func model(_ entities: [EntityDescription]) throws -> ManagedObjectModel {
        var description = ModelDescription(name: "Records")
        description.entities = entities
        description.composites = [
            CompositeDescription(
                name: "Address", elements: [optional("street", .string), optional("zip", .integer32)])
        ]
        return try ManagedObjectModel(description)
    }

    init(_ entities: [EntityDescription] = RecordModel.entities) throws {
        model = try Self.model(entities)
        let identifier = UUID()
        store = StoreNumber(interning: identifier)
        layouts = Self.layouts(of: identifier, model)
    }

    /// The opening of a store that serves all of a model, and whose references to people leave it.
    static func opening(_ model: ManagedObjectModel) -> StoreOpening {
        var placement = StorePlacement(aloneWith: model)
        let relationships = model.entities.flatMap(\.relationships)
        placement.leavingReferences = Set(relationships.filter { $0.destination.name == "Person" })
        return StoreOpening(
            name: "records", url: nil, model: model, entities: model.entities.filter { !$0.isAbstract },
            placement: placement)
    }

    /// The layouts of such a store.
    static func layouts(of identifier: UUID, _ model: ManagedObjectModel) -> LayoutTable {
        LayoutTable(of: identifier, peers: PeerTable(), opening: opening(model))
    }

    func entity(_ name: String) throws -> ModelEntity {
        guard let entity = model.entity(named: name) else { throw StoreError(.unsupported, [.entity: name]) }
        return entity
    }

    func id(_ root: String, _ key: Int64) -> ObjectID {
        ObjectID(
            store: root == "Person" ? people : store, root: RootNumber(interning: root == "Special" ? "Sample" : root),
            key: key)
    }

    /// A row with values, as a save packs it; only the named slots count as changed.
    func row(
        _ entity: String, _ key: Int64, version: UInt32 = 1, _ values: [String: Value]
    ) throws -> StoreChanges.Row {
        guard let layout = layouts.layout(for: try self.entity(entity)) else { throw StoreError(.unsupported) }
        let row = MutableRow.make(layout, key: key)
        for (name, value) in values { try row.set(value, at: layout.index(of: PropertyKey(name))) }
        return change(row, version: version)
    }

    /// A row that was put together, as a change.
    func change(_ row: MutableRow, version: UInt32) -> StoreChanges.Row {
        let builder = RowBatchBuilder(layouts: layouts)
        builder.append(packing: row, version: version)
        let batch = builder.takeBatches()[0]
        return StoreChanges.Row(
            batch: batch, offset: 8, expectedVersion: version - 1,
            changed: version == 1 ? SlotSet(all: row.layout) : row.changed)
    }

    /// A pair of a join table.
    func link(
        _ entity: String, _ relationship: String, _ kind: LinkChange.Kind, _ source: Int64, _ target: Int64,
        _ targetOrder: Int64? = nil, _ sourceOrder: Int64? = nil
    ) throws -> LinkChange {
        guard let found = try self.entity(entity).relationship(named: relationship), let join = found.join else {
            throw StoreError(.unsupported, [.property: relationship])
        }
        let forward = join.forward
        return LinkChange(
            join: join, source: id(forward.entity.rootNumber.name, source),
            target: id(forward.destination.rootNumber.name, target), kind: kind, targetOrder: targetOrder,
            sourceOrder: sourceOrder)
    }
}

/// A description that is changed where it is made.
protocol Changeable {}

extension Changeable {
    func with(_ change: (inout Self) -> Void) -> Self {
        var copy = self
        change(&copy)
        return copy
    }
}

extension EntityDescription: Changeable {}
extension AttributeDescription: Changeable {}
extension RelationshipDescription: Changeable {}
