import PolystoreModel

/// One property of a uniqueness constraint, as the row of a save is compared in it with the rows of the store.
struct UniqueElement {
    let column: StoredColumn
    let slot: RowSlot
    /// Whether length and checksum are compared, because the bytes may lie in a file.
    let comparesDescription: Bool

    init(column: StoredColumn, slot: RowSlot, row: RowView) {
        self.column = column
        self.slot = slot
        let length =
            row.isMissing(slot) || !column.isExternal ? 0 : row.deferredData(slot)?.length ?? row.variable(slot).count
        comparesDescription = length > DeferredData.threshold
    }

    /// The condition on another row, whose own key is parameter 1; takes the parameters that `bind` binds.
    func condition(_ table: TableSchema, _ parameter: inout Int) -> String {
        let name = SQLName.quoted(column.comparedColumn)
        let own = column.companion.map(SQLName.quoted)
        switch (slot.kind, own) {
        case (.reference, let own?), (.objectReference, let own?):
            parameter += 2
            return "\(name) = ?\(parameter - 2) AND \(own) IS ?\(parameter - 1)"
        // The row may say length and checksum only, so the bytes are those that the table has by now.
        case (.binary, let own?), (.transformable, let own?):
            if comparesDescription { return "\(own) = \(stored(own, table))" }
            return (column.isExternal ? "\(own) IS NULL AND " : "") + "\(name) = \(stored(name, table))"
        default:
            parameter += 1
            return "\(name) = ?\(parameter - 1)"
        }
    }

    private func stored(_ name: String, _ table: TableSchema) -> String {
        "(SELECT \(name) FROM \(table.table) WHERE Z_PK = ?1)"
    }

    /// Binds what is compared.
    func bind(_ row: RowView, _ statement: Statement, _ parameter: inout Int32) {
        switch slot.kind {
        case .binary, .transformable: return
        case .reference, .objectReference:
            statement.bind(row.referenceKey(slot), parameter)
            guard column.companion != nil else { break }
            let peer = row.referencePeer(slot)
            parameter += 1
            if peer == 0 { statement.bindNull(parameter) } else { statement.bind(Int64(peer), parameter) }
        case .boolean, .integer16, .integer32, .integer64, .orderKey: statement.bind(row.integer(slot), parameter)
        case .float, .double, .date: statement.bind(row.double(slot), parameter)
        case .uuid:
            statement.bindBlob(UnsafeRawBufferPointer(start: row.base + slot.offset, count: 16), parameter)
        case .string, .uri: statement.bindText(row.variable(slot), parameter)
        case .decimal: statement.bindBlob(row.variable(slot), parameter)
        }
        parameter += 1
    }
}
