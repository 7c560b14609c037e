import PolystoreModel
import PolystoreStorage

/// Rows of one store that are written together: as many as are worth a call, and not more than memory should hold.
struct BatchPiece {
    /// A row to write.
    struct Item {
        let row: MutableRow
        /// The version that is stored; nil of a new row.
        let expectedVersion: UInt32?
        /// The slots that are written.
        let changed: SlotSet
        /// The number of the row in its request; nil of one that a deletion changes.
        var number: Int?
        /// The properties that the request sets.
        var keys: [PropertyKey] = []

        var isInsert: Bool { expectedVersion == nil }
    }

    /// How many rows are written together.
    static let size = 1_024

    let store: StoreNumber
    var items: [Item] = []
    var deletes: [StoreChanges.Mark] = []
    var tombstones: [Item] = []

    init(_ store: StoreNumber) { self.store = store }

    /// Whether there is enough to be written.
    var isFull: Bool { items.count + deletes.count >= Self.size }
    var isEmpty: Bool { items.isEmpty && deletes.isEmpty }

    /// The changes, in the order in which stores take them.
    func changes(_ coordinator: PersistentStoreCoordinator) throws -> StoreChanges {
        var changes = StoreChanges()
        changes.inserts = try Self.pack(items.filter(\.isInsert), raise: 1, store, coordinator)
        changes.updates = try Self.pack(items.filter { !$0.isInsert }, raise: 1, store, coordinator)
        changes.tombstones = try Self.pack(tombstones, raise: 0, store, coordinator)
        changes.deletes = deletes.sorted { ($0.entity.index, $0.key) < ($1.entity.index, $1.key) }
        return changes
    }

    private static func pack(
        _ items: [Item], raise: UInt32, _ store: StoreNumber, _ coordinator: PersistentStoreCoordinator
    ) throws -> [StoreChanges.Row] {
        guard !items.isEmpty else { return [] }
        guard let attached = coordinator.store(store) else { throw ContextError(.storeNotOpen) }
        let sorted = inOrder(items)
        let builder = RowBatchBuilder(layouts: attached.store.layouts, expectedBytes: sorted.count * 128)
        for item in sorted { builder.append(packing: item.row, version: (item.expectedVersion ?? 0) &+ raise) }
        var rows: [StoreChanges.Row] = []
        rows.reserveCapacity(sorted.count)
        for batch in builder.takeBatches() {
            var offsets = batch.makeIterator()
            while let offset = offsets.nextOffset() {
                let item = sorted[rows.count]
                rows.append(
                    StoreChanges.Row(
                        batch: batch, offset: offset, expectedVersion: item.expectedVersion ?? 0,
                        changed: item.isInsert ? SlotSet(all: item.row.layout) : item.changed))
            }
        }
        return rows
    }

    /// Rows by entity and key, as they most often come.
    private static func inOrder(_ items: [Item]) -> [Item] {
        let isOrdered = zip(items, items.dropFirst()).allSatisfy { place(of: $0) < place(of: $1) }
        return isOrdered ? items : items.sorted { place(of: $0) < place(of: $1) }
    }

    private static func place(of item: Item) -> (Int, Int64) { (item.row.layout.entity?.index ?? 0, item.row.key) }
}
