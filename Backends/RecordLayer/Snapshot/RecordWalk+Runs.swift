import PolystoreModel
import PolystoreStorage

extension RecordWalk {
    /// Hands out the rows of a scan that is made to its end, as many together as the engine hands out together: they are
    /// looked at and filtered one behind the other, and nothing is called for those that are not wanted.
    func scanRuns(
        _ filter: RowFilter?, _ visit: (RowView) throws(StoreError) -> Bool
    ) throws(StoreError) {
        var places = UnsafeMutableBufferPointer<RowPlace>.allocate(capacity: ScanStep.largest)
        defer { places.deallocate() }
        var last = RecordReader.LastLayout()
        let range = KeyRange(prefix: RecordKey.prefix(plan.root))
        try reader.reading.scanRuns(.records, range, plan.direction) { (entries) throws(StoreError) in
            if entries.count > places.count {
                places.deallocate()
                places = .allocate(capacity: entries.count)
            }
            var start = 0
            while start < entries.count {
                let memory = places.baseAddress.unsafelyUnwrapped
                let count = try reader.list(entries, from: start, plan.root, into: memory, &last)
                start += count
                counter.visited += count
                let rows = UnsafeMutableBufferPointer(rebasing: places[..<count])
                guard try hand(rows, last.layout, filter, visit) else { return false }
            }
            return true
        }
    }

    /// Hands out those of some rows of one layout that are wanted, and says whether there may be more.
    private func hand(
        _ rows: UnsafeMutableBufferPointer<RowPlace>, _ layout: Unmanaged<RowLayout>?, _ filter: RowFilter?,
        _ visit: (RowView) throws(StoreError) -> Bool
    ) throws(StoreError) -> Bool {
        // The catalog keeps the layouts.
        guard let layout = layout?.takeUnretainedValue() else { return true }
        var (count, hasRest) = (keepWanted(rows), false)
        counter.found += count
        let isFiltered = filter != nil
        if let filter {
            (count, hasRest) = filter.keepPassing(UnsafeMutableBufferPointer(rebasing: rows[..<count]), of: layout)
        }
        for place in 0..<count {
            let row = try reader.view(rows[place], plan.root, layout)
            if hasRest, let filter, try !filter.matchesRest(row) { continue }
            if isFiltered { counter.kept += 1 }
            if try !visit(row) { return false }
        }
        return true
    }

    /// Moves the rows of wanted entities to the front, in their order, and says how many there are.
    private func keepWanted(_ rows: UnsafeMutableBufferPointer<RowPlace>) -> Int {
        if plan.entities == nil { return rows.count }
        var count = 0
        for row in rows where isWanted(RowHeader.entity(row.base)) {
            rows[count] = row
            count += 1
        }
        return count
    }
}
