import PolystoreModel

extension StoredColumn {
    /// The column whose values are in the order of the property's values.
    var comparedColumn: String { kind == .decimal ? companion ?? name : name }

    /// The columns by which equal values are found: bytes that may lie in a file by length and checksum first.
    var uniqueColumns: [String] {
        switch companion {
        case let companion? where kind.mayBeDeferred && isExternal: [companion, name]
        default: [comparedColumn]
        }
    }
}

extension TableSchema {
    /// The condition of the index over rows that others edited, by which decimals without exact bytes are found; nil
    /// for a table without decimals.
    var editedCondition: String? { columns.contains { $0.kind == .decimal } ? "ZX_SEAL IS NULL" : nil }
}
