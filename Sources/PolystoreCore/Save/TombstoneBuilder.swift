import Foundation
import PolystoreModel
import PolystoreStorage

/// Keeps what a model keeps of deleted objects: the last stored values of attributes that are preserved after deletion.
struct TombstoneBuilder {
    let context: ManagedObjectContext

    /// Adds the tombstones of the deleted objects to the changes of their stores.
    ///
    /// - Throws: The errors of reading large data.
    func add(to plan: inout SavePlan) throws {
        var keys: [ModelEntity: [PropertyKey]] = [:]
        var objects: [StoreNumber: [ManagedObject]] = [:]
        for object in plan.deletes {
            let entity = object.entity
            let preserved = keys[entity] ?? Self.preservedKeys(of: entity)
            keys[entity] = preserved
            if !preserved.isEmpty { objects[object.batch.store, default: []].append(object) }
        }
        for (store, deleted) in objects {
            guard let attached = context.coordinator.store(store) else { continue }
            let layouts = attached.store.layouts
            let sorted = deleted.sorted(byNumber: \.key).sorted(byNumber: \.entity.index)
            let builder = RowBatchBuilder(layouts: layouts)
            var kept: [SlotSet] = []
            for object in sorted {
                guard let layout = layouts.layout(for: object.entity) else { continue }
                let stored = object.storedRow()
                let row = try Self.tombstone(of: stored, layout, keeping: keys[object.entity] ?? []) { key in
                    try context.source.deferredData(of: object.identity, version: stored.version, property: key)
                }
                builder.append(packing: row, version: stored.version)
                kept.append(row.changed)
            }
            var places = kept.makeIterator()
            for batch in builder.takeBatches() {
                var rows = batch.makeIterator()
                while let offset = rows.nextOffset(), let changed = places.next() {
                    plan.changes[store, default: StoreChanges()].tombstones.append(
                        StoreChanges.Row(
                            batch: batch, offset: offset, expectedVersion: batch.row(at: offset).version,
                            changed: changed))
                }
            }
        }
    }

    /// The properties of which a model keeps the values of deleted objects.
    static func preservedKeys(of entity: ModelEntity) -> [PropertyKey] {
        entity.attributes.filter(\.description.isPreservedAfterDeletion).flatMap(\.storedElements).map(\.key)
    }

    /// The row that is kept of a deleted one.
    ///
    /// - Parameters:
    ///   - stored: The row.
    ///   - layout: The newest layout of its entity.
    ///   - keys: The properties whose values are kept.
    ///   - data: Reads data that the row keeps out; nil where it is gone.
    /// - Returns: The kept values, which are the changed slots.
    /// - Throws: What the closure throws.
    static func tombstone(
        of stored: RowView, _ layout: RowLayout, keeping keys: [PropertyKey], _ data: (PropertyKey) throws -> Data?
    ) throws -> MutableRow {
        let row = MutableRow.make(layout, key: stored.key)
        for key in keys {
            let index = row.index(of: key)
            guard index >= 0, let slot = stored.slot(of: key)?.pointee, !stored.isMissing(slot) else { continue }
            guard stored.deferredData(slot) != nil else {
                row.copySlot(at: index, from: stored)
                continue
            }
            // Data that is gone belongs to a row that another context has changed: the save meets the conflict.
            try data(key)?.withUnsafeBytes { row.setVariable($0, at: index) }
        }
        return row
    }
}
