import PolystoreModel
import PolystoreQuery
import PolystoreStorage

/// Walks over the objects that a plan finds, in its order, reading rows only where keys do not tell.
struct RecordWalk {
    /// Receives an object's key, and its row when the walk had to read it, valid inside the call; false ends the walk.
    typealias Visitor = (Int64, RowView?) throws(StoreError) -> Bool

    let reader: RecordReader
    let plan: RecordPlan
    let counter = WalkCounter()

    /// The number of the objects, or a limit if there are more; reads no row that need not be asked, and tells the meter
    /// what was looked at.
    func count(_ meter: PlanMeter?, limit: Int) throws(StoreError) -> Int {
        var count = 0
        if limit <= 0 { return 0 }
        if let filter = plan.filter {
            if limit == .max, case .records = plan.access {
                defer { if let meter { counter.report(plan, to: meter) } }
                return try countRuns(filter)
            }
            try rows(meter, limit: limit) { (_) throws(StoreError) in
                count += 1
                return true
            }
            return count
        }
        defer { if let meter { counter.report(plan, to: meter) } }
        try walk(plan.access) { (_, _) throws(StoreError) in
            counter.found += 1
            count += 1
            return count < limit
        }
        return count
    }

    /// Walks over the rows of the objects, and tells the meter what was looked at.
    ///
    /// Rows that the path itself does not meet are read several at a time, but never more than are still wanted.
    ///
    /// - Parameters:
    ///   - meter: The meter.
    ///   - limit: How many rows are wanted at most.
    ///   - visit: Takes a row, valid as long as the snapshot is read; false ends the walk.
    /// - Throws: The errors of the engine and of the closure.
    func rows(
        _ meter: PlanMeter?, limit: Int, _ visit: (RowView) throws(StoreError) -> Bool
    ) throws(StoreError) {
        defer { if let meter { counter.report(plan, to: meter) } }
        guard limit > 0 else { return }
        counter.wanted = limit
        if case .records = plan.access { return try scan(visit) }
        let filter = plan.filter.map { RowFilter($0) }
        func take(_ row: RowView) throws(StoreError) -> Bool { try self.take(row, filter, visit) }
        let gathering = RowGathering(reader, plan.root)
        var isOpen = true
        try walk(plan.access) { (key, found) throws(StoreError) in
            counter.found += 1
            if let found {
                if !gathering.isEmpty { isOpen = try gathering.read(take) }
                if isOpen { isOpen = try self.take(found, filter, visit) }
            } else if gathering.add(key, wanted: counter.wanted) {
                isOpen = try gathering.read(take)
            }
            return isOpen
        }
        if isOpen { _ = try gathering.read(take) }
    }

    /// Hands out the rows that a scan meets itself, so that nothing has to be gathered.
    ///
    /// Where all of them are wanted, several are looked at together.
    private func scan(_ visit: (RowView) throws(StoreError) -> Bool) throws(StoreError) {
        let filter = plan.filter.map { RowFilter($0) }
        guard counter.wanted < .max else { return try scanRuns(filter, visit) }
        try walkRecords { (row) throws(StoreError) in
            counter.found += 1
            return try take(row, filter, visit)
        }
    }

    /// Hands a row out if the filter lets it pass, and says whether there may be more.
    @inline(__always)
    private func take(
        _ row: RowView, _ filter: RowFilter?, _ visit: (RowView) throws(StoreError) -> Bool
    ) throws(StoreError) -> Bool {
        if let filter {
            guard try filter.matches(row) else { return true }
            counter.kept += 1
        }
        return try hand(row, visit)
    }

    /// Hands a row out, and says whether there may be more.
    @inline(__always)
    private func hand(
        _ row: RowView, _ visit: (RowView) throws(StoreError) -> Bool
    ) throws(StoreError) -> Bool {
        counter.wanted -= 1
        return try visit(row) && counter.wanted > 0
    }

    func walk(_ access: RecordPlan.Access, _ visit: Visitor) throws(StoreError) {
        switch access {
        case .nothing: return
        case .records: try walkRecords { (row) throws(StoreError) in try visit(row.key, row) }
        case .keys(let keys): try walk(keys, visit)
        case .index(let definition, let ranges): try walk(definition, ranges, visit)
        case .merged(let definition, let ranges): try merge(definition, ranges, visit)
        case .union(let branches): try walk(branches, visit)
        case .referring(let definition, let plan): try walk(definition, referringToWhat: plan, visit)
        }
    }

    @inline(__always)
    func isWanted(_ entity: UInt16) -> Bool {
        guard let entities = plan.entities else { return true }
        return entities.contains(entity)
    }

    private func walkRecords(_ visit: (RowView) throws(StoreError) -> Bool) throws(StoreError) {
        let range = KeyRange(prefix: RecordKey.prefix(plan.root))
        try reader.reading.scan(.records, range, plan.direction) { (key, value) throws(StoreError) in
            counter.visited += 1
            let row = try reader.view(value, plan.root, reader.objectKey(ofRecord: key))
            guard isWanted(RowHeader.entity(row.base)) else { return true }
            return try visit(row)
        }
    }

    private func walk(_ keys: [Int64], _ visit: Visitor) throws(StoreError) {
        let count = keys.count
        for index in 0..<count {
            counter.visited += 1
            let key = plan.direction == .forward ? keys[index] : keys[count - 1 - index]
            guard let row = try reader.row(plan.root, key), isWanted(RowHeader.entity(row.base)) else { continue }
            if try !visit(key, row) { return }
        }
    }

    private func walk(_ definition: IndexDefinition, _ ranges: [IndexRange], _ visit: Visitor) throws(StoreError) {
        var isStopped = false
        for index in ranges.indices where !isStopped {
            let range = plan.direction == .forward ? ranges[index] : ranges[ranges.count - 1 - index]
            var cut = CutEntries(definition: definition, range: range)
            try reader.reading.scan(.indexes, range.keys, plan.direction) { (key, value) throws(StoreError) in
                if !cut.isEmpty, !cut.belongs(key) { isStopped = try !flush(&cut, visit) }
                if isStopped { return false }
                let objectKey = try reader.objectKey(ofEntry: key, definition)
                guard isWanted(try reader.entity(ofEntry: value, definition)) else {
                    counter.passed += 1
                    return true
                }
                counter.visited += 1
                if IndexKey.isCut(key) {
                    cut.begin(key)
                    try reader.settle(objectKey, plan.root, &cut)
                    return true
                }
                isStopped = try !visit(objectKey, nil)
                return !isStopped
            }
            if !isStopped { isStopped = try !flush(&cut, visit) }
        }
    }

    /// Hands out cut entries in the order of what they really hold.
    private func flush(_ cut: inout CutEntries, _ visit: Visitor) throws(StoreError) -> Bool {
        for entry in cut.take(plan.direction) where try !visit(entry.key, nil) { return false }
        return true
    }

    /// Hands out the entries of several ranges in the order of what stands behind that which is given in each.
    private func merge(_ definition: IndexDefinition, _ ranges: [IndexRange], _ visit: Visitor) throws(StoreError) {
        let entries = try EntryMerge(reader, plan, definition, ranges, isMerged: true, counter)
        while let key = try entries.next() { guard try visit(key, nil) else { return } }
    }

    /// Hands out what each path finds and no earlier one has found: what a path finds, its condition tells.
    private func walk(_ branches: [RecordPlan.Branch], _ visit: Visitor) throws(StoreError) {
        let filters = branches.map { RowFilter($0.condition) }
        var isStopped = false
        for index in branches.indices where !isStopped {
            try walk(branches[index].access) { (key, found) throws(StoreError) in
                guard index > 0 || !branches[index].isExact else {
                    isStopped = try !visit(key, found)
                    return !isStopped
                }
                var row = found
                if row == nil { row = try reader.row(plan.root, key) }
                guard let row else { return true }
                if !branches[index].isExact, try !filters[index].matches(row) { return true }
                for earlier in 0..<index where try filters[earlier].matches(row) { return true }
                isStopped = try !visit(key, row)
                return !isStopped
            }
        }
    }
}
