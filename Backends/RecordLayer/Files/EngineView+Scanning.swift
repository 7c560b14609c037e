import PolystoreStorage

extension EngineView {
    /// The number of entries in a range, or the limit if there are more.
    ///
    /// - Complexity: A few look-ups when the range holds the whole table and the engine knows the number of its entries;
    ///   otherwise a step for each entry.
    func count(_ table: EngineTable, _ range: KeyRange, limit: Int) throws(StoreError) -> Int {
        if limit <= 0 { return 0 }
        // A few steps cost less than the look-ups.
        if limit > ScanStep.largest, let total = try entries(table) {
            if total == 0 { return 0 }
            if try isFirst(.forward, table, range), try isFirst(.backward, table, range) { return min(total, limit) }
        }
        let scan = try scan(table, range, .forward)
        defer { scan.end() }
        return try scan.count(limit)
    }

    /// Whether the table's first entry in a direction is in the range.
    private func isFirst(
        _ direction: ScanDirection, _ table: EngineTable, _ range: KeyRange
    ) throws(StoreError) -> Bool {
        let scan = try scan(table, .all, direction)
        defer { scan.end() }
        var entries: [EngineScan.Entry] = []
        try scan.append(1, to: &entries)
        guard let end = entries.first?.key else { return false }
        if end.lexicographicallyPrecedes(range.lower) { return false }
        return range.upper.map { end.lexicographicallyPrecedes($0) } ?? true
    }
}
