import PolystoreRecordLayer

/// The trees of a memory engine, one for each table, and the rows that they refer to.
struct MemoryTables: Sendable {
    private var trees = [OrderedTree](repeating: OrderedTree(), count: EngineTable.allCases.count)
    /// Where rows lie.
    var rows = RowMemory()

    subscript(table: EngineTable) -> OrderedTree {
        _read { yield trees[Int(table.rawValue)] }
        _modify { yield &trees[Int(table.rawValue)] }
    }
}
