import PolystoreModel
import PolystoreQuery
import PolystoreStorage

/// The rows of an update on their way from the snapshots to the target.
struct BatchUpdateRun {
    let assignments: [BatchAssignment]
    let reader: BatchReader
    let target: any BatchTarget
    /// Whether all rows of a store are written at once.
    let isWhole: Bool
    private(set) var count = 0
    private let keys: Set<PropertyKey>
    private var pieces: [StoreNumber: BatchPiece] = [:]
    private var writers: [ObjectIdentifier: BatchRowWriter] = [:]
    private var references: BatchReferences

    init(assignments: [BatchAssignment], reader: BatchReader, target: any BatchTarget, isWhole: Bool) {
        (self.assignments, self.reader, self.target, self.isWhole) = (assignments, reader, target, isWhole)
        keys = Set(assignments.map(\.property.key))
        references = BatchReferences(reader)
    }

    /// Looks whether the objects are there that references are set to.
    mutating func checkConstants() throws {
        for assignment in assignments {
            guard let relationship = assignment.property.relationship,
                case .object(let target)? = assignment.value.constant
            else { continue }
            references.add(target, of: relationship, entity: assignment.property.name, number: nil)
        }
        try references.check()
    }

    mutating func take(_ rows: FetchedRows) throws {
        let values = assignments.map(\.value)
        switch rows {
        case .batch(let batch): try reader.prepare(values, for: batch)
        case .row(let row): try reader.prepare(values, for: CollectionOfOne(row.view))
        }
        _ = try rows.allSatisfy { row in
            try take(row.view)
            return true
        }
        try references.check()
        guard !isWhole else { return }
        for store in Array(pieces.keys) where pieces[store]?.isFull ?? false { try write(store) }
    }

    /// Writes what is left.
    mutating func finish() throws {
        for store in Array(pieces.keys) { try write(store) }
        do { try target.wait() } catch { throw Self.located(error) }
    }

    private mutating func take(_ row: RowView) throws {
        guard let entity = row.layout.entity else { return }
        let writer = try writer(of: entity, in: row.layout.store)
        let changed = MutableRow.copy(of: row, to: writer.layout)
        changed.clearChanged()
        for assignment in assignments {
            let value: Value
            do {
                value = try reader.value(assignment.value, of: row)
            } catch let error as QueryError {
                throw BatchError(
                    .invalidValue, [.entity: entity.name, .property: assignment.property.name], object: row.objectID,
                    cause: error)
            }
            try writer.set(assignment.property, to: value, in: changed, number: nil)
            if let relationship = assignment.property.relationship, assignment.value.constant == nil,
                case .object(let target) = value
            {
                references.add(target, of: relationship, entity: entity.name, number: nil)
            }
        }
        try writer.validate(changed.view, only: keys, number: nil)
        count += 1
        pieces[row.layout.store, default: BatchPiece(row.layout.store)].items.append(
            .init(row: changed, expectedVersion: row.version, changed: changed.changed))
    }

    private mutating func writer(of entity: ModelEntity, in store: StoreNumber) throws -> BatchRowWriter {
        if let known = writers[ObjectIdentifier(entity)], known.store == store { return known }
        let writer = try BatchRowWriter(entity, in: store, reader.coordinator)
        writers[ObjectIdentifier(entity)] = writer
        return writer
    }

    private mutating func write(_ store: StoreNumber) throws {
        guard let piece = pieces.removeValue(forKey: store), !piece.isEmpty else { return }
        let changes = try piece.changes(reader.coordinator)
        do { try target.take(changes, in: store) } catch { throw Self.located(error) }
    }

    private static func located(_ error: CoordinatorError) -> any Error {
        error.code == .conflict ? BatchError(notUnique: error) : error
    }
}
