import PolystoreModel
import PolystoreQuery
import PolystoreStorage

extension RecordWalk {
    /// Hands out the rows of a scan that is made to its end, as many together as the engine hands out together: they are
    /// looked at and filtered one behind the other, and nothing is called for those that are not wanted.
    func scanRuns(
        _ filter: RowFilter?, _ visit: (RowView) throws(StoreError) -> Bool
    ) throws(StoreError) {
        try eachRun(KeyRange(prefix: RecordKey.prefix(plan.root))) { (rows, layout) throws(StoreError) in
            try hand(rows, layout, filter, visit)
        }
    }

    /// Counts the rows of a scan that a filter lets pass, without handing out any.
    func countRuns(_ predicate: ResolvedPredicate) throws(StoreError) -> Int {
        let filter = RowFilter(predicate)
        try eachRun(KeyRange(prefix: RecordKey.prefix(plan.root))) { (rows, layout) throws(StoreError) in
            let wanted = UnsafeMutableBufferPointer(rebasing: rows[..<keepWanted(rows)])
            counter.found += wanted.count
            let (count, hasRest) = filter.keepPassing(wanted, of: layout)
            counter.kept += count
            if !hasRest, reader.keepsValuesIntact { return true }
            for place in 0..<count {
                let row = try reader.view(wanted[place], plan.root, layout)
                if hasRest, try !filter.matchesRest(row) { counter.kept -= 1 }
            }
            return true
        }
        return counter.kept
    }

    /// Visits the rows of a scan, as many of one layout together as lie behind each other; false ends the scan.
    private func eachRun(
        _ range: KeyRange, _ visit: (UnsafeMutableBufferPointer<RowPlace>, RowLayout) throws(StoreError) -> Bool
    ) throws(StoreError) {
        var places = UnsafeMutableBufferPointer<RowPlace>.allocate(capacity: ScanStep.largest)
        defer { places.deallocate() }
        var last = RecordReader.LastLayout()
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
                // The catalog keeps the layouts.
                guard let layout = last.layout?.takeUnretainedValue() else { break }
                guard try visit(rows, layout) else { return false }
            }
            return true
        }
    }

    /// Hands out those of some rows of one layout that are wanted, and says whether there may be more.
    private func hand(
        _ rows: UnsafeMutableBufferPointer<RowPlace>, _ layout: RowLayout, _ filter: RowFilter?,
        _ visit: (RowView) throws(StoreError) -> Bool
    ) throws(StoreError) -> Bool {
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
