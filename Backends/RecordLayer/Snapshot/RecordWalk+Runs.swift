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

    /// Hands out the rows of a part of a scan, until there are enough after those that were looked at together.
    ///
    /// - Parameters:
    ///   - filter: The filter.
    ///   - range: The keys.
    ///   - visit: Takes a row, valid as long as the snapshot is read.
    ///   - isEnough: Whether no more are wanted now.
    /// - Returns: The keys that were not looked at; nil when none are left.
    /// - Throws: What the engine or the closure throws.
    func scanRuns(
        _ filter: RowFilter?, _ range: KeyRange, _ visit: (RowView) throws(StoreError) -> Void,
        until isEnough: () -> Bool
    ) throws(StoreError) -> KeyRange? {
        var rest: KeyRange?
        try eachRun(range) { (rows, layout) throws(StoreError) in
            guard let last = rows.last?.key else { return true }
            _ = try hand(rows, layout, filter) { (row) throws(StoreError) in
                try visit(row)
                return true
            }
            guard isEnough() else { return true }
            let bytes = RecordKey.bytes(plan.root, last)
            rest =
                plan.direction == .forward
                ? KeyRange(lower: bytes + [0], upper: range.upper) : KeyRange(lower: range.lower, upper: bytes)
            return false
        }
        return rest
    }

    /// Counts the rows of a scan that a filter lets pass, without handing out any; many of them together with the helper.
    func countRuns(_ predicate: ResolvedPredicate) throws(StoreError) -> Int {
        guard let parts = try RecordParts(reader.reading, plan.root) else {
            try countRuns(RowFilter(predicate), KeyRange(prefix: RecordKey.prefix(plan.root)))
            return counter.kept
        }
        let beside = RecordWalk(reader: reader, plan: plan)
        var outcome = Result<Void, StoreError>.success(())
        try HelperThread.shared.run {
            () throws(StoreError) in
            try countRuns(of: parts, predicate)
        } beside: {
            outcome = Result { () throws(StoreError) in try beside.countRuns(of: parts, predicate) }
        }
        try outcome.get()
        counter.add(beside.counter)
        return counter.kept
    }

    private func countRuns(of parts: RecordParts, _ predicate: ResolvedPredicate) throws(StoreError) {
        let filter = RowFilter(predicate)
        while let part = parts.take() { try countRuns(filter, parts.range(part)) }
    }

    private func countRuns(_ filter: RowFilter, _ range: KeyRange) throws(StoreError) {
        try eachRun(range) { (rows, layout) throws(StoreError) in
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
