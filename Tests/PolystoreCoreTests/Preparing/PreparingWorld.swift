import Foundation
import PolystoreCore
import PolystoreMemory
import PolystoreModel
import PolystoreQuery
import PolystoreReferenceStore
import PolystoreSQLite
import PolystoreStorage

/// Stores of several types in a folder, with one entity in each, and saves that insert one row in each.
final class PreparingWorld {
    static let entities = ["A", "B", "C", "D"]

    let types: [String]
    let coordinator: PersistentStoreCoordinator
    private let model: ManagedObjectModel

    /// Opens the stores, or makes them, which recovers them.
    ///
    /// - Parameters:
    ///   - types: The names of their types.
    ///   - folder: Where their files and the commit log lie.
    ///   - kind: What preparing stores say of themselves.
    ///   - observe: Told of each step of a preparing store.
    /// - Throws: What opening throws.
    init(
        _ types: [String], in folder: URL, kind: JointCommitKind = .preparing,
        observe: @escaping @Sendable (PreparingToy.Step) -> Void = { _ in }
    ) throws {
        self.types = types
        var description = ModelDescription(name: "Preparing")
        description.entities = Self.entities.map { name in
            var entity = EntityDescription(name: name)
            var attribute = AttributeDescription(name: "text", type: .string)
            attribute.isOptional = true
            entity.attributes = [attribute]
            return entity
        }
        model = try ManagedObjectModel(description)
        coordinator = PersistentStoreCoordinator(
            model: model, storeTypes: [.preparing(kind, observe: observe), .sqlite, .memory])
        coordinator.commitLogURL = folder.appending(path: "commit.log")
        try coordinator.addStores(
            types.enumerated().map { place, type in
                let url = type == "memory" ? nil : folder.appending(path: "store\(place)")
                var store = PersistentStoreDescription(name: "store\(place)", type: type, url: url)
                store.entities = place == types.count - 1 ? Array(Self.entities[place...]) : [Self.entities[place]]
                return store
            }, partitions: [])
    }

    func toy(_ place: Int) -> PreparingToy? { coordinator.store(named: "store\(place)")?.store as? PreparingToy }

    var toys: [PreparingToy] { types.indices.compactMap(toy) }

    /// Inserts a row of a key in each of some stores; in all by default.
    @discardableResult
    func save(_ key: Int64, in places: [Int]? = nil) throws -> CommitReceipt {
        var changes: ChangeSet = [:]
        for place in places ?? Array(types.indices) {
            guard let store = coordinator.store(named: "store\(place)") else { throw StoreError(.missing) }
            let row = try ReferenceGraph.row(
                Self.entities[place], store.store.layouts, key: key, ["text": .string("row \(key)")])
            changes[store.number, default: StoreChanges()].inserts = [row]
        }
        return try coordinator.save(changes)
    }

    /// The keys of the rows in a store.
    func keys(_ place: Int) throws -> [Int64] {
        let snapshots = try coordinator.snapshot()
        let description = FetchRequestDescription(entityName: Self.entities[place])
        let request = try RequestResolver(model: model).resolve(description)
        let overlay = ContextOverlay(
            source: SnapshotRowSource(coordinator, snapshots), excluded: [], pending: [])
        var keys: [Int64] = []
        try coordinator.rows(of: request, in: snapshots, over: overlay) { rows in
            rows.allSatisfy { row in
                keys.append(row.view.key)
                return true
            }
        }
        return keys.sorted()
    }

    /// The keys of the rows in each durable store.
    func durableKeys() throws -> [[Int64]] {
        try types.indices.filter { types[$0] != "memory" }.map { try keys($0) }
    }

    /// The transactions that are prepared and not ended, in all stores.
    func inDoubt() throws -> [JointTransaction] { try toys.flatMap { try $0.prepared() } }
}
