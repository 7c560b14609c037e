import Foundation
import PolystoreLMDB
import PolystoreStorage
import Testing

@Suite("LMDB stores under a changed model")
struct ModelChangeTests {
    private let folder = TemporaryFolder()

    private func model(_ indexed: [String], count: AttributeType = .integer64) throws -> ManagedObjectModel {
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
        return try ManagedObjectModel(description)
    }

    private func open(
        _ model: ManagedObjectModel, leaving: Bool = false, access: StoreOpening.Access = .readWrite
    ) throws -> any PersistentStore {
        var placement = StorePlacement(aloneWith: model)
        let entity = try #require(model.entity(named: "Item"))
        if leaving { placement.leavingReferences = [try #require(entity.relationship(named: "next"))] }
        var opening = StoreOpening(
            name: "items", url: folder.url("items.lmdb"), model: model, entities: [entity], placement: placement)
        opening.access = access
        return try StoreType.lmdb.open(opening)
    }

    private func insert(_ keys: ClosedRange<Int64>, _ store: any PersistentStore, _ model: ManagedObjectModel) throws {
        let entity = try #require(model.entity(named: "Item"))
        let layout = try #require(store.layouts.layout(for: entity))
        let builder = RowBatchBuilder(layouts: store.layouts)
        for key in keys {
            let row = MutableRow(layout, key: key)
            row.setInteger(key % 3, at: layout.index(of: PropertyKey("a")))
            row.setInteger(-key, at: layout.index(of: PropertyKey("b")))
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

    /// The keys and the plan of the items whose `a` is 1.
    private func ones(_ store: any PersistentStore, _ model: ManagedObjectModel) throws -> (keys: [Int64], plan: String)
    {
        let entity = try #require(model.entity(named: "Item"))
        var query = StoreQuery(entities: [entity])
        let path = ResolvedPath(terminal: .attribute(try #require(entity.attribute(named: "a"))))
        query.predicate = .comparison(ResolvedComparison(.path(path), .equal, .constant(.integer(1))))
        let plan = store.plan(query)
        var keys: [Int64] = []
        try store.snapshot().rows(plan) { batch in
            for row in batch where row.value(for: PropertyKey("a")) == .integer(1) { keys.append(row.key) }
            return true
        }
        return (keys, plan.steps.joined(separator: "; "))
    }

    private func findings(_ store: any PersistentStore) throws -> Int {
        var count = 0
        _ = try store.snapshot().check { _ in count += 1 }
        return count
    }

    @Test("an index that is new is made of all rows, one that is gone takes its entries along")
    func indexes() throws {
        let plain = try model([])
        var store = try open(plain)
        try insert(1...3000, store, plain)
        #expect(try ones(store, plain).plan.hasPrefix("scan"))
        let expected = try ones(store, plain).keys
        #expect(expected.count == 1000)
        try store.close()

        let indexed = try model(["a", "b"])
        store = try open(indexed, access: .readOnly)
        #expect(try ones(store, indexed).keys == expected)
        try store.close()
        store = try open(indexed)
        #expect(try ones(store, indexed).plan == "index Item(a): 1 range")
        #expect(try ones(store, indexed).keys == expected)
        #expect(try findings(store) == 0)
        try store.close()

        store = try open(plain)
        try insert(3001...3003, store, plain)
        try store.close()
        store = try open(indexed)
        #expect(try ones(store, indexed).keys == expected + [3001])
        #expect(try findings(store) == 0)
        try store.close()
    }

    @Test("rows of an older layout are read beside those of a newer one")
    func layouts() throws {
        let model = try model(["a"])
        var store = try open(model)
        try insert(1...6, store, model)
        try store.close()
        store = try open(model, leaving: true)
        #expect(store.layouts.all.count == 2)
        try insert(7...9, store, model)
        #expect(try ones(store, model).keys == [1, 4, 7])
        #expect(try findings(store) == 0)
        try store.close()
        store = try open(model)
        #expect(store.layouts.all.count == 3)
        #expect(try ones(store, model).keys == [1, 4, 7])
        #expect(try store.metadata.layouts.map(\.number) == [1, 2, 3])
        try store.close()
    }

    @Test("a model with other attributes is refused with what differs")
    func incompatible() throws {
        try open(model([])).close()
        let error = #expect(throws: StoreError.self) { try open(model([], count: .integer16)) }
        #expect(error?.code == .incompatibleModel)
        #expect(error?.details[.reason]?.contains("Item.a is Integer 64 there, Integer 16 here") == true)
    }
}
