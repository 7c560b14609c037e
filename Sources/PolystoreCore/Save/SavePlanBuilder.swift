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
        var items = ByStore<SavePlan.Item>()
        var deletes = ByStore<StoreChanges.Mark>()
        let tracked = context.tracked
        tracked.each { object in
            let store = object.batch.store
            if object.flags.contains(.deleted) {
                guard !object.flags.contains(.inserted) else { return }
                plan.deletes.append(object)
                deletes.append(mark(object), of: store, expecting: tracked.count)
            } else if let item = item(object) {
                items.append(item, of: store, expecting: tracked.count)
            } else if object.flags.contains(.locked), !object.flags.contains(.inserted) {
                plan.changes[store, default: StoreChanges()].locks.append(mark(object))
            }
        }
        for (store, marks) in deletes.lists {
            var marks = marks
            marks.sortUnlessSorted { ($0.entity.index, $0.key) < ($1.entity.index, $1.key) }
            plan.changes[store, default: StoreChanges()].deletes = marks
        }
        for (store, items) in items.lists { try add(items, of: store, to: &plan) }
        try context.addLinks(to: &plan)
        return plan
    }

    /// What is to be done in each store; nearly all of a save goes to one.
    private struct ByStore<Element> {
        private(set) var lists: [(store: StoreNumber, elements: [Element])] = []
        private var last = -1

        @inline(__always)
        mutating func append(_ element: Element, of store: StoreNumber, expecting count: Int) {
            if last < 0 || lists[last].store != store { find(store, count) }
            lists[last].elements.append(element)
        }

        private mutating func find(_ store: StoreNumber, _ count: Int) {
            last = lists.firstIndex { $0.store == store } ?? lists.count
            guard last == lists.count else { return }
            lists.append((store, []))
            // A list that grows leaves its memory behind each time.
            if last == 0 { lists[0].elements.reserveCapacity(count) }
        }
    }

    private func mark(_ object: ManagedObject) -> StoreChanges.Mark {
        StoreChanges.Mark(entity: object.entity, key: object.key, expectedVersion: object.storedRow().version)
    }

    /// The row of an object to write; nil when none of its slots differs from the stored row.
    @inline(__always)
    private func item(_ object: ManagedObject) -> SavePlan.Item? {
        // Not by a key path, which asks the runtime for exclusive access at each look.
        let order = (object.unmanagedEntity._withUnsafeGuaranteedRef { $0.index }, object.key)
        if object.flags.contains(.inserted) {
            return SavePlan.Item(
                object: Unmanaged.passUnretained(object), order: order, expectedVersion: 0, changed: SlotSet(),
                isInsert: true)
        }
        guard object.unmanagedChangedRow != nil else { return nil }
        // Asked for after the stored row, whose reading calls hooks where it is a fault's.
        let stored = object.storedRow()
        guard let row = object.unmanagedChangedRow else { return nil }
        let changed = row._withUnsafeGuaranteedRef { RowComparison.differingSlots($0, stored) }
        if changed.isEmpty { return nil }
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
        let raise: UInt32 = context.source.raisesVersions ? 1 : 0
        for index in items.indices { pack(items[index], raise, into: builder) }
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
                let isInsert = items[next].isInsert
                let change = StoreChanges.Row(
                    batch: batch, offset: offset, expectedVersion: items[next].expectedVersion,
                    changed: isInsert ? SlotSet(allOf: batch.row(at: offset)) : items[next].changed)
                objects.append((items[next].object, offset))
                if isInsert { changes.inserts.append(change) } else { changes.updates.append(change) }
                next += 1
            }
            plan.rows.append((batch, objects))
        }
        plan.changes[store] = changes
    }

    private func pack(_ item: SavePlan.Item, _ raise: UInt32, into builder: RowBatchBuilder) {
        let version = item.expectedVersion + raise
        item.object._withUnsafeGuaranteedRef { object in
            if let row = object.unmanagedChangedRow {
                row._withUnsafeGuaranteedRef { _ = builder.append(packing: $0, version: version) }
                return
            }
            // An inserted object without values of its own: the row of defaults under the object's key.
            let stored = object.storedRow()
            let own = RowView(base: stored.base, layout: stored.layout, key: object.key)
            builder.append(packing: MutableRow.copy(of: own, to: stored.layout), version: version)
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
