import PolystoreRecordLayer

/// The trees of a memory engine, one for each table.
struct MemoryTables: Sendable {
    // Made once: every save ends with empty tables in its transaction.
    private static let empty = [OrderedTree](repeating: OrderedTree(), count: EngineTable.allCases.count)
    private var trees = MemoryTables.empty

    /// No entries.
    init() {}

    subscript(table: EngineTable) -> OrderedTree {
        _read { yield trees[Int(table.rawValue)] }
        _modify { yield &trees[Int(table.rawValue)] }
    }
}
