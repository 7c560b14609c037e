import PolystoreModel
import PolystoreStorage

/// Turns the changed objects of a context into the changes of each store.
///
/// Reads only what order keys need.
struct SavePlanBuilder {
    let context: ManagedObjectContext

    func build() throws -> SavePlan {
        try context.giveOrderKeys()
        var plan = SavePlan()
        var items: [(store: StoreNumber, items: [SavePlan.Item])] = []
        var last = -1
        for object in context.tracked {
            if object.flags.contains(.deleted) {
                guard !object.flags.contains(.inserted) else { continue }
                plan.deletes.append(object)
                plan.changes[object.batch.store, default: StoreChanges()].deletes.append(mark(object))
            } else if let item = item(object) {
                let store = object.batch.store
                if last < 0 || items[last].store != store {
                    last = items.firstIndex { $0.store == store } ?? items.count
                    if last == items.count {
                        items.append((store, []))
                        // Nearly all of a save goes to one store; a list that grows leaves its memory behind each time.
                        if last == 0 { items[0].items.reserveCapacity(context.tracked.count) }
                    }
                }
                items[last].items.append(item)
            } else if object.flags.contains(.locked), !object.flags.contains(.inserted) {
                plan.changes[object.batch.store, default: StoreChanges()].locks.append(mark(object))
            }
        }
        for (store, items) in items { try add(items, of: store, to: &plan) }
        try context.addLinks(to: &plan)
        for store in plan.changes.keys {
            plan.changes[store]?.deletes.sortUnlessSorted { ($0.entity.index, $0.key) < ($1.entity.index, $1.key) }
        }
        return plan
    }

    private func mark(_ object: ManagedObject) -> StoreChanges.Mark {
        StoreChanges.Mark(entity: object.entity, key: object.key, expectedVersion: object.storedRow().version)
    }

    /// The row of an object to write; nil when none of its slots differs from the stored row.
    private func item(_ object: ManagedObject) -> SavePlan.Item? {
        if object.flags.contains(.inserted) {
            let order = (object.entity.index, object.key)
            return SavePlan.Item(
                object: Unmanaged.passUnretained(object), order: order, expectedVersion: 0, changed: SlotSet(),
                isInsert: true)
        }
        guard let row = object.overlay?.row else { return nil }
        let stored = object.storedRow()
        let changed = RowComparison.differingSlots(row, stored)
        if changed.isEmpty { return nil }
        let order = (object.entity.index, object.key)
        return SavePlan.Item(
            object: Unmanaged.passUnretained(object), order: order, expectedVersion: stored.version, changed: changed,
            isInsert: false)
    }

    private func add(_ unsorted: [SavePlan.Item], of store: StoreNumber, to plan: inout SavePlan) throws {
        guard let attached = context.coordinator.store(store) else {
            throw ContextError(.storeNotOpen, [.entity: unsorted.first?.object.takeUnretainedValue().entity.name])
        }
        var items = unsorted
        items.sortUnlessSorted { $0.order < $1.order }
        let builder = RowBatchBuilder(layouts: attached.store.layouts, expectedBytes: items.count * 192)
        for item in items { pack(item, into: builder) }
        var changes = plan.changes[store] ?? StoreChanges()
        let inserts = items.count(where: \.isInsert)
        changes.inserts.reserveCapacity(inserts)
        changes.updates.reserveCapacity(items.count - inserts)
        var next = 0
        for batch in builder.takeBatches() {
            var objects: [(object: Unmanaged<ManagedObject>, offset: Int)] = []
            objects.reserveCapacity(batch.count)
            var rows = batch.makeIterator()
            while let offset = rows.nextOffset() {
                let item = items[next]
                next += 1
                let change = StoreChanges.Row(
                    batch: batch, offset: offset, expectedVersion: item.expectedVersion,
                    changed: item.isInsert ? SlotSet(all: batch.row(at: offset).layout) : item.changed)
                if item.isInsert { changes.inserts.append(change) } else { changes.updates.append(change) }
                objects.append((item.object, offset))
            }
            plan.rows.append((batch, objects))
        }
        plan.changes[store] = changes
    }

    private func pack(_ item: SavePlan.Item, into builder: RowBatchBuilder) {
        let version = item.expectedVersion + (context.source.raisesVersions ? 1 : 0)
        item.object._withUnsafeGuaranteedRef { object in
            if let row = object.overlay?.row {
                builder.append(packing: row, version: version)
                return
            }
            // An inserted object without values of its own: the row of defaults under the object's key.
            let stored = object.storedRow()
            let own = RowView(base: stored.base, layout: stored.layout, key: object.key)
            builder.append(packing: MutableRow(copying: own, to: stored.layout), version: version)
        }
    }
}

extension Array {
    /// Sorts, unless everything is in order already, as what was inserted or fetched one after another is.
    fileprivate mutating func sortUnlessSorted(by isLess: (Element, Element) -> Bool) {
        let isSorted = indices.dropFirst().allSatisfy { !isLess(self[$0], self[$0 - 1]) }
        if !isSorted { sort(by: isLess) }
    }
}
