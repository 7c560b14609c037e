import Foundation
import PolystoreStorage

/// One store driven through its protocol, without a coordinator: what a backend must do call by call.
final class DirectStore {
    let model: ManagedObjectModel
    let type: StoreType
    private(set) var opening: StoreOpening
    private(set) var store: any PersistentStore

    /// Opens a store for every entity of a model.
    init(_ bench: ConformanceFixture, _ description: ModelDescription, name: String = "direct") throws {
        model = try ManagedObjectModel(description)
        type = bench.type
        let url = type.hasURL ? bench.folder.appendingPathComponent("\(name).store") : nil
        opening = StoreOpening(
            name: name, url: url, model: model, entities: model.entities.filter { !$0.isAbstract },
            placement: StorePlacement(aloneWith: model))
        opening.options = bench.factory.options
        store = try type.open(opening)
    }

    deinit {
        // A case that failed may have left the store in any state.
        try? store.close()
    }

    /// The store's description, or that of a store of the same type at another place.
    func description(at url: URL? = nil) -> PersistentStoreDescription {
        var description = PersistentStoreDescription(name: opening.name, type: type, url: url ?? opening.url)
        description.options = opening.options
        return description
    }

    /// Closes the store and opens it again.
    func reopen(_ change: (inout StoreOpening) -> Void = { _ in }) throws {
        try store.close()
        change(&opening)
        store = try type.open(opening)
    }

    /// The entity of a name.
    func entity(_ name: String) throws -> ModelEntity { try require(model.entity(named: name), "no entity \(name)") }

    /// The hierarchy of an entity.
    func root(_ name: String) throws -> RootNumber { try entity(name).rootNumber }

    /// The ID of an object of the store.
    func id(_ entity: String, _ key: Int64) throws -> ObjectID {
        ObjectID(store: StoreNumber(interning: store.identifier), root: try root(entity), key: key)
    }

    /// A row as a save hands it over; version 1 is an insert.
    func row(
        _ entity: String, _ key: Int64, version: UInt32 = 1, expecting expected: UInt32? = nil,
        _ values: [String: Value]
    ) throws -> StoreChanges.Row {
        let layout = try require(store.layouts.layout(for: try self.entity(entity)), "no layout of \(entity)")
        let row = MutableRow.make(layout, key: key)
        for (name, value) in values {
            let index = layout.index(of: PropertyKey(name))
            try expect(index >= 0, "\(entity) has no slot for \(name)")
            try row.set(value, at: index)
        }
        let builder = RowBatchBuilder(layouts: store.layouts)
        builder.append(packing: row, version: version)
        let batch = builder.takeBatches()[0]
        var rows = batch.makeIterator()
        return StoreChanges.Row(
            batch: batch, offset: try require(rows.nextOffset()), expectedVersion: expected ?? version - 1,
            changed: SlotSet(all: layout))
    }

    /// Changes that insert rows of one number each, by key.
    func inserting(_ numbers: [Int64: Int64]) throws -> StoreChanges {
        var changes = StoreChanges()
        changes.inserts = try numbers.sorted { $0.key < $1.key }.map {
            try row("Item", $0.key, ["number": .integer($0.value)])
        }
        return changes
    }

    /// Changes that update one row from the version before.
    func updating(_ key: Int64, version: UInt32, _ number: Int64) throws -> StoreChanges {
        var changes = StoreChanges()
        changes.updates = [try row("Item", key, version: version, ["number": .integer(number)])]
        return changes
    }

    /// Changes that delete one row.
    func deleting(_ key: Int64, version: UInt32) throws -> StoreChanges {
        var changes = StoreChanges()
        changes.deletes = [.init(entity: try entity("Item"), key: key, expectedVersion: version)]
        return changes
    }

    /// Applies changes in a transaction of their own.
    @discardableResult
    func save(_ changes: StoreChanges..., durability: Durability = .full) throws -> CommitNumber {
        try store.begin(durability)
        do {
            for part in changes { try store.apply(part) }
            try store.prepare()
            return try store.commit()
        } catch {
            store.rollback()
            throw error
        }
    }

    /// The numbers of the rows of an entity in a snapshot, by key.
    func numbers(_ snapshot: (any StoreSnapshot)? = nil, _ entity: String = "Item") throws -> [Int64: Int64] {
        let snapshot = try snapshot ?? store.snapshot()
        let plan = store.plan(StoreQuery(entities: try self.entity(entity).concreteFamily))
        var numbers: [Int64: Int64] = [:]
        try snapshot.rows(plan) { batch in
            for row in batch {
                if case .integer(let number) = row.value(for: PropertyKey("number")) { numbers[row.key] = number }
            }
            return true
        }
        return numbers
    }

    /// The versions of some keys in the newest snapshot.
    func versions(_ keys: [Int64]) throws -> [Int64: UInt32] { try versions(try store.snapshot(), keys) }

    /// The versions of some keys in a snapshot.
    func versions(_ snapshot: any StoreSnapshot, _ keys: [Int64]) throws -> [Int64: UInt32] {
        var versions: [Int64: UInt32] = [:]
        try snapshot.rows(try root("Item"), keys: keys) { batch in
            for row in batch { versions[row.key] = row.version }
            return true
        }
        return versions
    }
}
