import CPolystoreLMDB
import PolystoreRecordLayer
import PolystoreStorage

extension LMDBView {
    /// The number of entries in a range, or the limit if there are more.
    ///
    /// - Complexity: O(log n) when the range holds the whole table, of which the library knows the number; otherwise a
    ///   step for each entry.
    func count(_ table: EngineTable, _ range: KeyRange, limit: Int) throws(StoreError) -> Int {
        if limit <= 0 { return 0 }
        let total = try entries(table)
        if total == 0 { return 0 }
        if try isFirst(.forward, table, range), try isFirst(.backward, table, range) { return min(total, limit) }
        var scan = try LMDBScan(self, table, range, .forward)
        defer { scan.close() }
        return try scan.count(limit: limit)
    }

    /// Whether the table's first entry in a direction is in the range.
    private func isFirst(
        _ direction: ScanDirection, _ table: EngineTable, _ range: KeyRange
    ) throws(StoreError) -> Bool {
        var entries: [LMDBScan.Entry] = []
        var all = try LMDBScan(self, table, .all, direction)
        defer { all.close() }
        try all.fill(&entries)
        guard let end = entries.first?.key else { return false }
        if end.lexicographicallyPrecedes(range.lower) { return false }
        return range.upper.map { end.lexicographicallyPrecedes($0) } ?? true
    }
}
