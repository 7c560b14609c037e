import PolystoreModel
import PolystoreQuery
import PolystoreStorage

/// Makes the new rows of an update: values are computed of the row as it was, set and validated.
final class BatchRowChange {
    private let assignments: [BatchAssignment]
    private let reader: BatchReader
    private let keys: Set<PropertyKey>
    private var writers: [ObjectIdentifier: BatchRowWriter] = [:]
    private var references: [(relationship: ModelRelationship, target: ObjectID)] = []

    init(_ assignments: [BatchAssignment], _ reader: BatchReader) {
        (self.assignments, self.reader) = (assignments, reader)
        keys = Set(assignments.map(\.property.key))
    }

    /// The new row, in the newest layout, with what was set.
    ///
    /// - Throws: `BatchError` that names the object.
    func changed(_ row: RowView) throws -> MutableRow {
        guard let entity = row.layout.unmanagedEntity?.takeUnretainedValue() else {
            throw ContextError(.unknownEntity, [.object: "\(row.objectID)"])
        }
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
                references.append((relationship, target))
            }
        }
        try writer.validate(changed.view, only: keys, number: nil)
        return changed
    }

    /// The references that were computed since the last time, to be looked for.
    func takeReferences() -> [(relationship: ModelRelationship, target: ObjectID)] {
        if references.isEmpty { return [] }
        defer { references = [] }
        return references
    }

    private func writer(of entity: ModelEntity, in store: StoreNumber) throws -> BatchRowWriter {
        if let known = writers[ObjectIdentifier(entity)], known.store == store { return known }
        let writer = try BatchRowWriter(entity, in: store, reader.coordinator)
        writers[ObjectIdentifier(entity)] = writer
        return writer
    }
}
