import PolystoreModel
import PolystoreStorage

/// Where the objects of one graph go in the stores of another.
///
/// Keys are kept. Only where several stores hold a hierarchy, on either side, every object is looked at beforehand: its
/// store may depend on its values, and two objects of different stores may have one key, of which the later gets a new
/// one. Memory: nothing for other hierarchies, an entry for each object of these.
struct GraphPlacement {
    /// The one store of each hierarchy that has one on both sides.
    private var whole: [RootNumber: StoreNumber] = [:]
    /// The places of the objects of all other hierarchies.
    private var single: [ObjectID: ObjectID] = [:]
    /// The number of objects that get a new key.
    private(set) var newKeyCount = 0
    private let target: PersistentStoreCoordinator

    init(_ reader: GraphReader, _ target: PersistentStoreCoordinator) throws {
        self.target = target
        for root in reader.coordinator.model.roots {
            // The two models are equal and yet two: entities are found by name.
            let homes = target.model.entity(named: root.name).map { target.homes(of: $0) } ?? []
            if homes.count == 1, reader.coordinator.homes(of: root).count <= 1 {
                whole[root.rootNumber] = homes[0].number
            } else {
                try place(root, reader)
            }
        }
    }

    /// Where an object goes; an object that exists nowhere, because a reference dangles, stays as it is.
    func place(of object: ObjectID) -> ObjectID {
        if let store = whole[object.root] { return ObjectID(store: store, root: object.root, key: object.key) }
        return single[object] ?? object
    }

    private mutating func place(_ root: ModelEntity, _ reader: GraphReader) throws {
        var taken: [StoreNumber: Set<Int64>] = [:]
        var late: [(object: ObjectID, store: StoreNumber)] = []
        for entity in root.concreteFamily {
            try reader.forEachBatch(of: entity) { batch in
                for row in batch.rows {
                    let store = try home(of: row, in: batch)
                    let object = row.objectID
                    if taken[store, default: []].insert(object.key).inserted {
                        single[object] = ObjectID(store: store, root: object.root, key: object.key)
                    } else {
                        late.append((object, store))
                    }
                }
            }
        }
        var next = taken.mapValues { ($0.max() ?? 0) + 1 }
        newKeyCount += late.count
        for (object, store) in late {
            let key = next[store, default: 1]
            next[store] = key + 1
            single[object] = ObjectID(store: store, root: object.root, key: key)
        }
    }

    /// The store of an object: its entity's only one, what the partition says, or the one of the same name.
    private func home(of row: RowView, in batch: GraphBatch) throws(CoordinatorError) -> StoreNumber {
        guard let entity = target.model.entity(named: batch.entity.name) else {
            throw CoordinatorError(.unknownEntity, [.entity: batch.entity.name])
        }
        do {
            return try target.home(for: entity, storeName: nil) { row.value(for: $0.key) }
        } catch {
            guard error.code == .ambiguousHome, let same = target.store(named: batch.store.name),
                same.entities.contains(entity)
            else { throw error }
            return same.number
        }
    }
}
