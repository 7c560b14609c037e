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
                let row = MutableRow.make(layout, key: object.key)
                for key in keys[object.entity] ?? [] { try keep(key, of: object, in: row) }
                builder.append(packing: row, version: object.storedRow().version)
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

    private func keep(_ key: PropertyKey, of object: ManagedObject, in row: MutableRow) throws {
        let stored = object.storedRow()
        let index = row.index(of: key)
        guard index >= 0, let slot = stored.slot(of: key)?.pointee, !stored.isMissing(slot) else { return }
        guard stored.deferredData(slot) != nil else {
            row.copySlot(at: index, from: stored)
            return
        }
        // Data that is gone belongs to a row that another context has changed: the save meets the conflict.
        let data = try context.source.deferredData(of: object.identity, version: stored.version, property: key)
        data?.withUnsafeBytes { row.setVariable($0, at: index) }
    }
}
