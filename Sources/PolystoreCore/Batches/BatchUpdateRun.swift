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
    private let rows: BatchRowChange
    private var pieces: [StoreNumber: BatchPiece] = [:]
    private var references: BatchReferences

    init(assignments: [BatchAssignment], reader: BatchReader, target: any BatchTarget, isWhole: Bool) {
        (self.assignments, self.reader, self.target, self.isWhole) = (assignments, reader, target, isWhole)
        rows = BatchRowChange(assignments, reader)
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
        let changed = try rows.changed(row)
        for (relationship, target) in rows.takeReferences() {
            references.add(target, of: relationship, entity: relationship.entity.name, number: nil)
        }
        count += 1
        pieces[row.layout.store, default: BatchPiece(row.layout.store)].items.append(
            .init(row: changed, expectedVersion: row.version, changed: changed.changed))
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
