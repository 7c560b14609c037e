import Foundation
import PolystoreCore
import PolystoreMemory
import PolystoreModel
import PolystoreQuery
import PolystoreReferenceStore
import PolystoreSQLite
import PolystoreStorage
import Testing

/// A coordinator over reference stores, and the same objects in it whatever the stores are: every object has the same
/// key everywhere, so that answers can be compared by keys.
final class GraphFixture {
    /// How the model's entities are spread over stores.
    struct Spread: Sendable, CustomTestStringConvertible {
        var name: String
        /// Name, type and entities of each store; nil lists everything.
        var stores: [(name: String, type: String, entities: [String]?)]
        var keepsPeers = false

        var testDescription: String { name }
    }

    /// An object before it is stored.
    struct Item {
        var entity: String
        var key: Int64
        var values: [String: Value] = [:]
        /// To-one relationships, by the destination's root and key.
        var references: [String: (root: String, key: Int64)] = [:]
        /// The store, where the entity has several.
        var choice: Int
    }

    let model: ManagedObjectModel
    let disk = ReferenceDisk()
    /// Where stores in files lie.
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    let opened = Locked<[ReferenceStore]>([])
    let coordinator: PersistentStoreCoordinator
    /// The store of each object by root entity and key.
    private(set) var places: [String: [Int64: StoreNumber]] = [:]

    init(_ spread: Spread, partitions: [PartitionRule] = []) throws {
        model = try ReferenceGraph.model()
        let types = GraphFixture.types(disk) { _ in }
        coordinator = PersistentStoreCoordinator(model: model, storeTypes: types, keepsPeers: spread.keepsPeers)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        coordinator.commitLogURL = folder.appendingPathComponent("commit.log")
        try coordinator.addStores(GraphFixture.descriptions(spread, in: folder), partitions: partitions)
    }

    deinit {
        // The last reader has gone; what is left of the files does no harm.
        try? coordinator.close()
        // As above.
        try? FileManager.default.removeItem(at: folder)
    }

    static func types(
        _ disk: ReferenceDisk, opened: @escaping @Sendable (ReferenceStore) -> Void
    ) -> [StoreType] {
        [
            .reference("scan", disk: disk, planning: .scan, opened: opened),
            .reference("exact", disk: disk, planning: .exact, opened: opened),
            .reference("volatile", planning: .scan, opened: opened),
            .reference("volatileExact", planning: .exact, opened: opened),
            .memory, .sqlite,
        ]
    }

    static func descriptions(_ spread: Spread, in folder: URL) -> [PersistentStoreDescription] {
        spread.stores.map { store in
            let place: URL? =
                switch store.type {
                case "sqlite": folder.appendingPathComponent(store.name)
                case "scan", "exact": URL(fileURLWithPath: "/reference/\(store.name)")
                default: nil
                }
            var description = PersistentStoreDescription(name: store.name, type: store.type, url: place)
            description.entities = store.entities
            return description
        }
    }

    /// The reference store behind a name.
    func reference(_ name: String) throws -> ReferenceStore {
        guard let store = coordinator.store(named: name)?.store as? ReferenceStore else {
            throw StoreError(.missing, [.store: name])
        }
        return store
    }

    func id(_ root: String, _ key: Int64) -> ObjectID? {
        places[root]?[key].map { ObjectID(store: $0, root: RootNumber(interning: root), key: key) }
    }

    func entity(_ name: String) throws -> ModelEntity {
        guard let entity = model.entity(named: name) else { throw StoreError(.unsupported, [.entity: name]) }
        return entity
    }

    /// Saves objects and tags in one save.
    func save(_ items: [Item], tags: [(person: Int64, tag: Int64)] = [], version: UInt32 = 1) throws {
        for item in items {
            let entity = try entity(item.entity)
            let homes = coordinator.stores.filter { $0.entities.contains(entity) }
            places[entity.root.name, default: [:]][item.key] = homes[item.choice % homes.count].number
        }
        var changes: ChangeSet = [:]
        for item in items.sorted(by: { $0.key < $1.key }) {
            let entity = try entity(item.entity)
            guard let place = places[entity.root.name]?[item.key] else { continue }
            let row = try row(item, version: version)
            if version == 1 {
                changes[place, default: StoreChanges()].inserts.append(row)
            } else {
                changes[place, default: StoreChanges()].updates.append(row)
            }
        }
        let join = try entity("Person").relationship(named: "tags")?.join
        for tag in tags {
            guard let join, let person = id("Person", tag.person), let tag = id("Tag", tag.tag) else { continue }
            let home = coordinator.linkHome(join, source: person, target: tag)
            changes[home, default: StoreChanges()].links.append(
                LinkChange(join: join, source: person, target: tag, kind: .put))
        }
        _ = try coordinator.save(changes)
    }

    /// The row of an object as a save hands it to its store.
    func row(_ item: Item, version: UInt32) throws -> StoreChanges.Row {
        let entity = try entity(item.entity)
        guard let place = places[entity.root.name]?[item.key], let store = coordinator.store(place) else {
            throw StoreError(.missing)
        }
        var values = item.values
        for (name, target) in item.references {
            if let object = id(target.root, target.key) { values[name] = .object(object) }
        }
        return try ReferenceGraph.row(
            item.entity, store.store.layouts, key: item.key, version: version, values)
    }

    func resolve(_ description: FetchRequestDescription) throws -> ResolvedRequest {
        try RequestResolver(model: model).resolve(description)
    }

    /// The keys that a request finds, in order.
    func keys(
        _ description: FetchRequestDescription, excluding: Set<ObjectID> = [], pending: [RowView] = [],
        source: (any BatchedRowSource)? = nil
    ) throws -> [Int64] {
        let snapshots = try coordinator.snapshot()
        var keys: [Int64] = []
        let overlay = ContextOverlay(
            source: source ?? SnapshotRowSource(coordinator, snapshots), excluded: excluding, pending: pending)
        try coordinator.rows(of: try resolve(description), in: snapshots, over: overlay) { rows in
            rows.allSatisfy { row in
                keys.append(row.view.key)
                return true
            }
        }
        return keys
    }

    func count(
        _ description: FetchRequestDescription, excluding: Set<ObjectID> = [], pending: [RowView] = [],
        source: (any BatchedRowSource)? = nil
    ) throws -> Int {
        let snapshots = try coordinator.snapshot()
        let overlay = ContextOverlay(
            source: source ?? SnapshotRowSource(coordinator, snapshots), excluded: excluding, pending: pending)
        let request = SourceRequest(try resolve(description), goal: .count)
        return try coordinator.execute(request, in: snapshots, over: overlay).count
    }
}
