import PolystoreRecordLayer

/// The trees of a memory engine, one for each table, and the rows that they refer to.
struct MemoryTables: Sendable {
    // Made once: every save ends with empty tables in its transaction.
    private static let empty = [OrderedTree](repeating: OrderedTree(), count: EngineTable.allCases.count)
    private var trees = MemoryTables.empty
    /// Where rows lie.
    var rows = RowMemory()

    /// No entries.
    init() {}

    /// The records of other tables, and nothing else.
    init(recordsOf other: MemoryTables) { takeRecords(of: other) }

    /// Takes the records of other tables, with the rows that they refer to.
    mutating func takeRecords(of other: MemoryTables) {
        self[.records] = other[.records]
        rows = other.rows
    }

    subscript(table: EngineTable) -> OrderedTree {
        _read { yield trees[Int(table.rawValue)] }
        _modify { yield &trees[Int(table.rawValue)] }
    }
}
