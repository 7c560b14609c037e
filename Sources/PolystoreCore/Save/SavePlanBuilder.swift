import PolystoreModel
import PolystoreStorage

/// Turns the changed objects of a context into the changes of each store.
///
/// Reads only what order keys need, and large data that is kept after the deletion of its object.
struct SavePlanBuilder {
    let context: ManagedObjectContext

    func build() throws -> SavePlan {
        try context.giveOrderKeys()
        var plan = SavePlan(changes: ChangeSet(origin: context.changeOrigin))
        var items = ListsByStore<SavePlan.Item>()
        var deletes = ListsByStore<StoreChanges.Mark>()
        let tracked = context.tracked
        tracked.forEach { object in
            let store = object.batch.store
            if object.flags.contains(.deleted) {
                guard !object.flags.contains(.inserted) else { return }
                plan.deletes.append(object)
                deletes.append(mark(object), of: store, at: order(of: object), expecting: tracked.count)
            } else if let item = item(object) {
                items.append(item, of: store, at: order(of: object), expecting: tracked.count)
            } else {
                if object.hasChanges { plan.changes.touched.append(object.identity) }
                guard object.flags.contains(.locked), !object.flags.contains(.inserted) else { return }
                plan.changes[store, default: StoreChanges()].locks.append(mark(object))
            }
        }
        while let list = deletes.takeNext() {
            let store = list.store
            plan.changes[store, default: StoreChanges()].deletes = list.inOrder { ($0.entity.index, $0.key) }
        }
        if context.source.raisesVersions { try TombstoneBuilder(context: context).add(to: &plan) }
        while let list = items.takeNext() { try add(list, to: &plan) }
        try context.addLinks(to: &plan)
        return plan
    }

    @inline(__always)
    private func order(of object: ManagedObject) -> RowOrder {
        // Not by a key path, which asks the runtime for exclusive access at each look.
        (object.unmanagedEntity.withObject { $0.index }, object.key)
    }

    private func mark(_ object: ManagedObject) -> StoreChanges.Mark {
        StoreChanges.Mark(entity: object.entity, key: object.key, expectedVersion: object.storedRow().version)
    }

    /// The row of an object to write; nil when none of its slots differs from the stored row.
    @inline(__always)
    private func item(_ object: ManagedObject) -> SavePlan.Item? {
        if object.flags.contains(.inserted) {
            return SavePlan.Item(
                object: Unmanaged.passUnretained(object), changed: SlotSet(),
                precedingVersion: versionBeforeInsertion(of: object), isInsert: true)
        }
        guard object.unmanagedChangedRow != nil else { return nil }
        // Asked for after the stored row, whose reading calls hooks where it is a fault's.
        let stored = object.storedRow()
        guard let row = object.unmanagedChangedRow else { return nil }
        let changed = row.withObject { RowComparison.differingSlots($0, stored) }
        if changed.isEmpty { return nil }
        return SavePlan.Item(
            object: Unmanaged.passUnretained(object), changed: changed, precedingVersion: stored.version,
            isInsert: false)
    }

    /// Where the versions of an inserted object begin: with 0, or, where another context deleted it and it comes back,
    /// behind every version of its former row that a context may hold, which must not be taken for the new one.
    @inline(__always)
    private func versionBeforeInsertion(of object: ManagedObject) -> UInt32 {
        guard object.flags.contains(.identified) else { return 0 }
        let last = object.storedRow().version
        return last == 0 ? 0 : last &+ Self.heldVersions
    }

    /// More versions than an object has while a context holds one of them.
    private static let heldVersions: UInt32 = 1 << 16

    private func add(_ list: consuming StoreList<SavePlan.Item>, to plan: inout SavePlan) throws {
        let store = list.store
        var rows = SavePlan.Rows(
            items: list.inOrder { [self] item in item.object.withObject { order(of: $0) } })
        guard let attached = context.coordinator.store(store) else {
            throw ContextError(.storeNotOpen, [.entity: rows.items.first?.object.takeUnretainedValue().entity.name])
        }
        let builder = RowBatchBuilder(
            layouts: attached.store.layouts, expectedBytes: rows.items.count * Self.expectedRoom)
        let raise: UInt32 = context.source.raisesVersions ? 1 : 0
        var changes = plan.changes[store] ?? StoreChanges()
        let inserts = rows.items.count(where: \.isInsert)
        changes.inserts.reserveCapacity(inserts)
        changes.updates.reserveCapacity(rows.items.count - inserts)
        packAll(&rows, raise, builder, &changes)
        plan.rows.append(rows)
        plan.changes[store] = changes
    }

    /// How many bytes a row is expected to take.
    private static let expectedRoom = 192

    /// Packs the rows into batches and lists them.
    private func packAll(
        _ rows: inout SavePlan.Rows, _ raise: UInt32, _ builder: RowBatchBuilder, _ changes: inout StoreChanges
    ) {
        var listed = 0
        for index in rows.items.indices {
            rows.items[index].offset = UInt16(pack(rows.items[index], raise, into: builder))
            // As soon as it is full: its rows are at hand.
            if builder.hasFullBatch { addRows(builder.takeFullBatches(), in: &rows, &listed, &changes) }
        }
        addRows(builder.takeBatches(), in: &rows, &listed, &changes)
    }

    /// Lists the rows of batches, which belong to the next items.
    private func addRows(
        _ batches: [RowBatch], in rows: inout SavePlan.Rows, _ listed: inout Int, _ changes: inout StoreChanges
    ) {
        for batch in batches {
            for item in rows.items[listed..<(listed + batch.count)] {
                let offset = Int(item.offset)
                let change = StoreChanges.Row(
                    batch: batch, offset: offset, expectedVersion: item.isInsert ? 0 : item.precedingVersion,
                    changed: item.isInsert ? SlotSet(allOf: batch.row(at: offset)) : item.changed)
                if item.isInsert { changes.inserts.append(change) } else { changes.updates.append(change) }
            }
            listed += batch.count
            rows.batches.append(batch)
        }
    }

    /// Packs an object's row, and returns its place in the batch.
    private func pack(_ item: SavePlan.Item, _ raise: UInt32, into builder: RowBatchBuilder) -> Int {
        // A row of version 0 was never stored.
        let version = max(item.precedingVersion &+ raise, raise)
        item.object.withObject { object in
            if let row = object.unmanagedChangedRow {
                row.withObject { _ = builder.append(packing: $0, version: version) }
                return
            }
            // An inserted object without values of its own: the row of defaults under the object's key.
            let stored = object.storedRow()
            let own = RowView(base: stored.base, layout: stored.layout, key: object.key)
            builder.append(packing: MutableRow.copy(of: own, to: stored.layout), version: version)
        }
        return builder.lastOffset
    }
}
