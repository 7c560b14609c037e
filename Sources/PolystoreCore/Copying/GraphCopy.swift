import Foundation
import PolystoreModel
import PolystoreStorage

/// Copies all objects of one coordinator's stores into the empty stores of another: rows as they are, references and
/// pairs of join tables led to where the objects went.
///
/// No validation, hooks or delete rules: what is stored is copied, in saves of some thousand rows each.
final class GraphCopy {
    /// How many rows and links a save takes together.
    private static let saveSize = 4_000

    let reader: GraphReader
    let placement: GraphPlacement
    private let target: PersistentStoreCoordinator
    private var changes: ChangeSet = [:]
    private var pending = 0
    private(set) var objectCount = 0
    private(set) var linkCount = 0

    /// Checks that the target can take the graph.
    ///
    /// - Throws: `differentModel`, `notEmpty`, and what says that an object has no place in the target.
    init(from source: PersistentStoreCoordinator, to target: PersistentStoreCoordinator) throws {
        self.target = target
        try Self.compareModels(source.model, target.model)
        try Self.requireEmpty(target)
        reader = try GraphReader(source)
        placement = try GraphPlacement(reader, target)
    }

    func run(_ progress: (Int) throws -> Void) throws {
        for entity in reader.coordinator.model.entities where !entity.isAbstract {
            try reader.forEachBatch(of: entity) { batch in
                try copyRows(batch)
                for relationship in entity.relationships where relationship.join?.forward === relationship {
                    try copyLinks(batch, relationship)
                }
                objectCount += batch.rows.count
                try progress(objectCount)
                if pending >= Self.saveSize { try save() }
            }
        }
        try save()
    }

    private func copyRows(_ batch: GraphBatch) throws {
        let omitted = try batch.omittedReferences()
        var copies: [StoreNumber: [MutableRow]] = [:]
        for row in batch.rows {
            let place = placement.place(of: row.objectID)
            guard let layout = target.layout(for: try entity(named: batch.entity.name), in: place.store) else {
                throw CoordinatorError(.notServed, [.entity: batch.entity.name])
            }
            copies[place.store, default: []].append(try copy(row, of: batch, to: layout, key: place.key, omitted))
        }
        for (number, rows) in copies { add(rows, to: number) }
    }

    private func copy(
        _ row: RowView, of batch: GraphBatch, to layout: RowLayout, key: Int64,
        _ omitted: [PropertyKey: [ObjectID: ObjectID]]
    ) throws -> MutableRow {
        let copy = MutableRow.make(layout, key: key)
        for (index, slot) in layout.slots.enumerated() {
            if slot.kind.isReference {
                let known = row.slot(of: slot.key).flatMap { row.reference($0.pointee) }
                let found = known ?? omitted[slot.key]?[row.objectID]
                copy.setReference(found.map { placement.place(of: $0) }, at: index)
                continue
            }
            guard let stored = row.slot(of: slot.key)?.pointee, !row.isMissing(stored) else { continue }
            if stored.kind.mayBeDeferred {
                try batch.data(of: row, stored).withUnsafeBytes { copy.setVariable($0, at: index) }
            } else {
                copy.copySlot(at: index, from: row)
            }
        }
        return copy
    }

    private func add(_ rows: [MutableRow], to number: StoreNumber) {
        guard let store = target.store(number) else { return }
        let builder = RowBatchBuilder(layouts: store.store.layouts, expectedBytes: rows.count * 192)
        for row in rows { builder.append(packing: row, version: 1) }
        for batch in builder.takeBatches() {
            var iterator = batch.makeIterator()
            while let offset = iterator.nextOffset() {
                changes[number, default: StoreChanges()].inserts.append(
                    StoreChanges.Row(
                        batch: batch, offset: offset, expectedVersion: 0,
                        changed: SlotSet(all: batch.row(at: offset).layout)))
            }
        }
        pending += rows.count
    }

    private func copyLinks(_ batch: GraphBatch, _ relationship: ModelRelationship) throws {
        guard let join = relationship.join,
            let copied = try entity(named: join.forward.entity.name)
                .relationship(named: join.forward.name)?.join
        else { return }
        for link in try batch.links(of: join) {
            let source = placement.place(of: link.source)
            let destination = placement.place(of: link.target)
            let home = target.linkHome(copied, source: source, target: destination)
            changes[home, default: StoreChanges()].links.append(
                LinkChange(
                    join: copied, source: source, target: destination, kind: .put, targetOrder: link.targetOrder,
                    sourceOrder: link.sourceOrder))
            pending += 1
            linkCount += 1
        }
    }

    private func save() throws {
        for (number, part) in changes {
            var sorted = part
            sorted.inserts = part.inserts.sorted(byNumber: \.view.key)
                .sorted(byNumber: { $0.view.layout.entity?.index ?? 0 })
            _ = try target.save([number: sorted])
        }
        changes = [:]
        pending = 0
    }

    /// The entity of the target's model.
    private func entity(named name: String) throws(CoordinatorError) -> ModelEntity {
        guard let entity = target.model.entity(named: name) else {
            throw CoordinatorError(.unknownEntity, [.entity: name])
        }
        return entity
    }

    private static func compareModels(
        _ source: ManagedObjectModel, _ target: ManagedObjectModel
    ) throws(CoordinatorError) {
        let names = Set(source.entities.map(\.name)).union(target.entities.map(\.name))
        let difference = ModelDifference(stored: source.description, current: target, entities: Array(names))
        guard difference.isEmpty else {
            throw CoordinatorError(.differentModel, [.reason: difference.separation])
        }
    }

    private static func requireEmpty(_ target: PersistentStoreCoordinator) throws {
        let reader = try GraphReader(target)
        for entity in target.model.entities where !entity.isAbstract {
            try reader.forEachBatch(of: entity) { batch in
                throw CoordinatorError(.notEmpty, [.store: batch.store.name, .entity: entity.name])
            }
        }
    }
}
