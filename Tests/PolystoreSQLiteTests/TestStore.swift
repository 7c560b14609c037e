import Foundation
import PolystoreModel
import PolystoreQuery
import PolystoreStorage
import Testing

@testable import PolystoreSQLite

/// A store in a folder of its own, driven through the protocol.
final class TestStore {
    let folder: URL
    let model: ManagedObjectModel
    private(set) var opening: StoreOpening
    private(set) var store: SQLiteStore
    private let fileSystem: String?
    private let logLimit: Int?
    private let ownsFolder: Bool

    /// Opens a store for all concrete entities of a model, in a folder that goes with it unless it is given.
    init(
        _ model: ManagedObjectModel? = nil, folder: URL? = nil, name: String = "test.sqlite",
        fileSystem: String? = nil, logLimit: Int? = nil, _ change: (inout StoreOpening) -> Void = { _ in }
    ) throws {
        let model = try model ?? TestModel.model()
        self.model = model
        self.folder = try folder ?? TestStore.makeFolder()
        opening = StoreOpening(
            name: "test", url: self.folder.appending(path: name), model: model,
            entities: model.entities.filter { !$0.isAbstract }, placement: StorePlacement(aloneWith: model))
        change(&opening)
        self.fileSystem = fileSystem
        self.logLimit = logLimit
        ownsFolder = folder == nil
        store = try TestStore.open(opening, fileSystem, logLimit)
    }

    private static func open(
        _ opening: StoreOpening, _ fileSystem: String?, _ logLimit: Int?
    ) throws -> SQLiteStore {
        var opener = try StoreOpener(opening)
        opener.fileSystem = fileSystem
        opener.logLimit = logLimit
        return try opener.open()
    }

    deinit {
        // What is left of a test does no harm.
        try? store.close()
        if ownsFolder { try? FileManager.default.removeItem(at: folder) }
    }

    static func makeFolder() throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appending(path: "polystore-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder
    }

    var path: String { folder.appending(path: opening.url?.lastPathComponent ?? "").path }

    /// Closes and opens again.
    func reopen(_ change: (inout StoreOpening) -> Void = { _ in }) throws {
        try store.close()
        change(&opening)
        store = try TestStore.open(opening, fileSystem, logLimit)
    }

    func entity(_ name: String) throws -> ModelEntity { try #require(model.entity(named: name)) }

    func id(_ entity: String, _ key: Int64) throws -> ObjectID {
        ObjectID(store: store.context.number, root: try self.entity(entity).rootNumber, key: key)
    }

    /// A new row with some values.
    func row(_ entity: String, _ key: Int64, _ values: [String: Value] = [:]) throws -> MutableRow {
        let layout = try #require(store.layouts.layout(for: try self.entity(entity)))
        let row = MutableRow.make(layout, key: key)
        for (name, value) in values { try set(row, name, value) }
        return row
    }

    func set(_ row: MutableRow, _ name: String, _ value: Value) throws {
        let index = row.layout.index(of: PropertyKey(name))
        try #require(index >= 0, "no slot for \(name)")
        try row.set(value, at: index)
    }

    /// The changes of a save, sorted as the protocol wants them.
    func changes(
        inserting inserts: [MutableRow] = [], updating updates: [MutableRow] = [], deleting deletes: [MutableRow] = []
    ) throws -> StoreChanges {
        var changes = StoreChanges()
        changes.inserts = try pack(inserts, isInsert: true)
        changes.updates = try pack(updates, isInsert: false)
        changes.deletes = try deletes.map {
            .init(entity: try #require($0.layout.entity), key: $0.key, expectedVersion: $0.version)
        }
        return changes
    }

    private func pack(_ rows: [MutableRow], isInsert: Bool) throws -> [StoreChanges.Row] {
        let sorted = rows.sorted {
            ($0.layout.descriptor.entityNumber, $0.key) < ($1.layout.descriptor.entityNumber, $1.key)
        }
        let builder = RowBatchBuilder(layouts: store.layouts)
        for row in sorted { builder.append(packing: row, version: row.version + 1) }
        var result: [StoreChanges.Row] = []
        for batch in builder.takeBatches() {
            let iterator = batch.makeIterator()
            var position = iterator
            while let offset = position.nextOffset() {
                let row = sorted[result.count]
                result.append(
                    StoreChanges.Row(
                        batch: batch, offset: offset, expectedVersion: row.version,
                        changed: isInsert ? SlotSet(all: row.layout) : row.changed))
            }
        }
        return result
    }

    @discardableResult
    func save(_ changes: StoreChanges, _ durability: Durability = .full) throws -> CommitNumber {
        try store.begin(durability)
        do {
            try store.apply(changes)
            try store.prepare()
            return try store.commit()
        } catch {
            store.rollback()
            throw error
        }
    }

    @discardableResult
    func insert(_ rows: [MutableRow]) throws -> CommitNumber { try save(changes(inserting: rows)) }

    func snapshot() throws -> SQLiteSnapshot { try #require(try store.snapshot() as? SQLiteSnapshot) }

    /// A stored row, to be changed.
    func fetch(_ entity: String, _ key: Int64) throws -> MutableRow? {
        var found: MutableRow?
        try snapshot().rows(try self.entity(entity).rootNumber, keys: [key]) { batch in
            for row in batch {
                if let layout = row.layout.entity.flatMap({ self.store.layouts.layout(for: $0) }) {
                    found = MutableRow.copy(of: row, to: layout)
                }
            }
            return true
        }
        return found
    }

    /// The keys of the rows that a plan finds, in the order in which they come; a residual fails the test.
    func keys(_ query: StoreQuery) throws -> [Int64] {
        let plan = store.plan(query)
        try #require(plan.residual == nil, "the store leaves \(String(describing: plan.residual))")
        var keys: [Int64] = []
        try snapshot().rows(plan) { batch in
            keys += batch.map(\.key)
            return true
        }
        #expect(try snapshot().count(plan) == keys.count)
        return keys
    }

    func query(_ entity: String, _ predicate: ResolvedPredicate? = nil) throws -> StoreQuery {
        var query = StoreQuery(entities: try self.entity(entity).concreteFamily)
        query.predicate = predicate
        return query
    }

    func path(_ entity: String, _ names: String...) throws -> ResolvedPath { try path(entity, names) }

    func path(_ entity: String, _ names: [String]) throws -> ResolvedPath {
        var current = try self.entity(entity)
        var path = ResolvedPath(terminal: .object)
        for name in names {
            if name == "@count" {
                path.terminal = .count
            } else if let relationship = current.relationship(named: name) {
                path.steps.append(relationship)
                current = relationship.destination
            } else {
                path.terminal = .attribute(try #require(current.attribute(named: name)))
            }
        }
        return path
    }

    /// Runs SQL as another program would: with triggers on.
    func edit(_ sql: String) throws {
        let connection = try Connection(
            .write,
            ConnectionSettings(store: "outside", path: path, busyTimeout: 5000, cacheSize: 1 << 20, memoryMap: 0))
        connection.enableTriggers()
        try connection.run(sql)
    }

    func run(_ sql: String) throws -> [[String]] {
        let connection = try Connection(
            .read,
            ConnectionSettings(store: "outside", path: path, busyTimeout: 5000, cacheSize: 1 << 20, memoryMap: 0))
        let statement = try connection.prepare(sql)
        var rows: [[String]] = []
        while try statement.step() {
            rows.append((0..<statement.columnCount).map { statement.isNull($0) ? "NULL" : statement.text($0) })
        }
        return rows
    }
}
