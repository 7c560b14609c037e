import Foundation
import PolystoreLMDB
import PolystoreStorage
import Testing

/// A file of items, opened with models and placements that differ in what the hashes of entities do not tell.
struct ItemStore {
    let folder: URL

    /// A model with an entity `Item`, and entities that have nothing but a number.
    func model(
        _ indexed: [String] = [], count: AttributeType = .integer64, others: [String] = []
    ) throws -> ManagedObjectModel {
        var item = EntityDescription(name: "Item")
        item.attributes = ["a", "b"].map { AttributeDescription(name: $0, type: count) }
        item.indexes = indexed.map { FetchIndexDescription(name: "by\($0)", elements: [.init(property: $0)]) }
        var link = RelationshipDescription(name: "next", to: .entity("Item"), isToMany: false, inverse: "previous")
        link.isOptional = true
        item.relationships = [
            link, RelationshipDescription(name: "previous", to: .entity("Item"), isToMany: true, inverse: "next"),
        ]
        var description = ModelDescription(name: "Items")
        description.entities = [item]
        for name in others {
            var other = EntityDescription(name: name)
            other.attributes = [AttributeDescription(name: "a", type: .integer64)]
            other.indexes = [FetchIndexDescription(name: "bya", elements: [.init(property: "a")])]
            description.entities.append(other)
        }
        return try ManagedObjectModel(description)
    }

    func open(
        _ model: ManagedObjectModel, entities names: [String]? = nil, leaving: Bool = false,
        access: StoreOpening.Access = .readWrite
    ) throws -> any PersistentStore {
        try StoreType.lmdb.open(opening(model, entities: names, leaving: leaving, access: access))
    }

    /// What a store of the model is opened with.
    func opening(
        _ model: ManagedObjectModel, entities names: [String]? = nil, leaving: Bool = false,
        access: StoreOpening.Access = .readWrite
    ) throws -> StoreOpening {
        var placement = StorePlacement(aloneWith: model)
        let entity = try #require(model.entity(named: "Item"))
        if leaving { placement.leavingReferences = [try #require(entity.relationship(named: "next"))] }
        var opening = StoreOpening(
            name: "items", url: folder.appendingPathComponent("items.lmdb"), model: model,
            entities: model.entities.filter { names?.contains($0.name) ?? true }, placement: placement)
        opening.access = access
        return opening
    }

    /// Saves objects whose `a` is their key modulo 3.
    func insert(
        _ keys: ClosedRange<Int64>, of name: String = "Item", _ store: any PersistentStore,
        _ model: ManagedObjectModel
    ) throws {
        let entity = try #require(model.entity(named: name))
        let layout = try #require(store.layouts.layout(for: entity))
        let builder = RowBatchBuilder(layouts: store.layouts)
        for key in keys {
            let row = MutableRow.make(layout, key: key)
            row.setInteger(key % 3, at: layout.index(of: PropertyKey("a")))
            if name == "Item" { row.setInteger(-key, at: layout.index(of: PropertyKey("b"))) }
            builder.append(packing: row, version: 1)
        }
        var changes = StoreChanges()
        for batch in builder.takeBatches() {
            var position = batch.makeIterator()
            while let offset = position.nextOffset() {
                changes.inserts.append(
                    .init(batch: batch, offset: offset, expectedVersion: 0, changed: SlotSet(all: layout)))
            }
        }
        try store.begin(.full)
        try store.apply(changes)
        _ = try store.commit()
    }

    /// The keys and the plan of the objects whose `a` is 1.
    func ones(
        of name: String = "Item", _ store: any PersistentStore, _ model: ManagedObjectModel
    ) throws -> (keys: [Int64], plan: String) {
        let plan = try plan(of: name, store, model)
        return (try keys(plan, try store.snapshot()), store.explain(plan).map(\.text).joined(separator: "; "))
    }

    /// The plan of a query for the objects whose `a` is 1.
    func plan(
        of name: String = "Item", _ store: any PersistentStore, _ model: ManagedObjectModel
    ) throws -> StorePlan {
        let entity = try #require(model.entity(named: name))
        var query = StoreQuery(entities: [entity])
        let path = ResolvedPath(terminal: .attribute(try #require(entity.attribute(named: "a"))))
        query.predicate = .comparison(ResolvedComparison(.path(path), .equal, .constant(.integer(1))))
        return store.plan(query)
    }

    /// The keys of the objects that a plan finds and whose `a` is 1.
    func keys(_ plan: StorePlan, _ snapshot: any StoreSnapshot) throws -> [Int64] {
        var keys: [Int64] = []
        try snapshot.rows(plan) { batch in
            for row in batch where row.value(for: PropertyKey("a")) == .integer(1) { keys.append(row.key) }
            return true
        }
        return keys
    }
}
