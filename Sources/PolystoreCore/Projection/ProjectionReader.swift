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
        guard index >= 0 else { return Value.zeroValue }
        let slot = row.layout.slots[index]
        if keys.count == 1 { return Value.read(row, slot) }
        guard let target = row.reference(slot) else { return Value.zeroValue }
        return try source.withRow(of: target) { try read(keys.dropFirst(), $0) } ?? Value.zeroValue
    }
}
