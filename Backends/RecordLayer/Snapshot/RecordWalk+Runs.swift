import PolystoreModel
import PolystoreStorage

extension RecordWalk {
    /// Hands out the rows of a scan that is made to its end, as many together as the engine hands out together: they are
    /// looked at and filtered one behind the other, and nothing is called for those that are not wanted.
    func scanRuns(
        _ filter: RowFilter?, _ visit: (RowView) throws(StoreError) -> Bool
    ) throws(StoreError) {
        var rows = UnsafeMutableBufferPointer<RowView>.allocate(capacity: ScanStep.largest)
        defer { rows.deallocate() }
        var last = RecordReader.LastLayout()
        let range = KeyRange(prefix: RecordKey.prefix(plan.root))
        try reader.reading.scanRuns(.records, range, plan.direction) { (entries) throws(StoreError) in
            if entries.count > rows.count {
                rows.deallocate()
                rows = .allocate(capacity: entries.count)
            }
            var count = 0
            for entry in entries {
                let row = try reader.view(entry.value, plan.root, reader.objectKey(ofRecord: entry.key), &last)
                guard isWanted(RowHeader.entity(row.base)) else { continue }
                (rows.baseAddress.unsafelyUnwrapped + count).initialize(to: row)
                count += 1
            }
            counter.visited += entries.count
            counter.found += count
            if let filter {
                count = try filter.keepMatching(UnsafeMutableBufferPointer(rebasing: rows[..<count]))
                counter.kept += count
            }
            for place in 0..<count where try !visit(rows[place]) { return false }
            return true
        }
    }
}
