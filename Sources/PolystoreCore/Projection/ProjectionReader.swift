import PolystoreModel

/// Reads the columns of one row, following to-one relationships through rows that were prepared.
struct ProjectionReader {
    let row: ProjectedRow
    let source: ContextRowSource

    func value<Column: ProjectedColumn>(of column: Column) throws -> Column.Value {
        try row.withRow { try read(column.projectedKeys[...], $0) }
    }

    private func read<Value: AttributeValue>(_ keys: ArraySlice<PropertyKey>, _ row: RowView) throws -> Value {
        guard let key = keys.first else { return Value.zeroValue }
        let index = row.layout.index(of: key)
        guard index >= 0 else { return try readThroughInverse(keys, row) }
        let slot = row.layout.slots[index]
        if keys.count == 1 {
            do {
                guard let deferred = row.deferredData(slot) else { return try Value.read(checking: row, slot) }
                let data = try source.deferredData(of: row.objectID, version: row.version, key, deferred)
                return try Value.read(checkingDeferred: data)
            } catch var error as ValueError {
                (error.details[.entity], error.details[.property]) = (row.layout.descriptor.entity, key.name)
                throw error
            }
        }
        guard let target = row.reference(slot) else { return Value.zeroValue }
        return try source.withRow(of: target) { try read(keys.dropFirst(), $0) } ?? Value.zeroValue
    }

    /// Follows a to-one relationship that rows do not keep.
    private func readThroughInverse<Value: AttributeValue>(
        _ keys: ArraySlice<PropertyKey>, _ row: RowView
    ) throws -> Value {
        guard keys.count > 1, let key = keys.first,
            case .relationship(let relationship)? = row.layout.entity?.property(for: key), !relationship.isToMany,
            let target = try source.related(relationship, of: row.objectID).first
        else { return Value.zeroValue }
        return try source.withRow(of: target) { try read(keys.dropFirst(), $0) } ?? Value.zeroValue
    }
}
