import PolystoreModel
import PolystoreStorage

/// The rows of a plan that finds them in order, taken batch by batch.
///
/// Memory is that of one batch, and of the entries that are read ahead.
final class RecordStream: RowStream {
    private enum Access {
        case records(KeyRange)
        case keys(ArraySlice<Int64>)
        case entries(EntryMerge)
        case ended
    }

    private let contents: RecordContents
    private let plan: RecordPlan
    private let filter: RowFilter?
    private var access: Access
    private var remaining: Int
    private var ready: ArraySlice<RowBatch> = []
    let counter = WalkCounter()

    /// Makes a stream; nil for a plan that has to look at everything before it knows what is first.
    init?(_ contents: RecordContents, _ plan: RecordPlan) throws(StoreError) {
        guard plan.top == nil else { return nil }
        let reader = contents.reader
        switch plan.access {
        case .nothing: access = .ended
        case .records: access = .records(KeyRange(prefix: RecordKey.prefix(plan.root)))
        case .keys(let keys): access = .keys(plan.direction == .forward ? keys[...] : keys.reversed()[...])
        case .index(let definition, let ranges):
            access = .entries(try EntryMerge(reader, plan, definition, ranges, isMerged: false, counter))
        case .merged(let definition, let ranges):
            access = .entries(try EntryMerge(reader, plan, definition, ranges, isMerged: true, counter))
        case .union, .referring: return nil
        }
        self.contents = contents
        self.plan = plan
        filter = plan.filter.map(RowFilter.init)
        remaining = plan.limit ?? .max
    }

    func next() throws(StoreError) -> RowBatch? {
        if let batch = ready.popFirst() { return batch }
        let builder = RowBatchBuilder(layouts: contents.catalog.layouts, expectedBytes: RowBatchBuilder.batchSize)
        while remaining > 0, !builder.hasFullBatch, try read(into: builder) {}
        ready = builder.takeBatches()[...]
        return ready.popFirst()
    }

    /// Reads a row, or a batch of rows; false at the end.
    private func read(into builder: RowBatchBuilder) throws(StoreError) -> Bool {
        switch access {
        case .ended: return false
        case .keys(var keys):
            guard let key = keys.popFirst() else { return end() }
            access = .keys(keys)
            counter.visited += 1
            try take(key, into: builder)
        case .entries(let entries):
            guard let key = try entries.next() else { return end() }
            try take(key, into: builder)
        case .records(let range): return try read(range, into: builder)
        }
        return true
    }

    private func end() -> Bool {
        access = .ended
        return false
    }

    private func read(_ range: KeyRange, into builder: RowBatchBuilder) throws(StoreError) -> Bool {
        let reader = contents.reader
        var rest: KeyRange?
        try reader.reading.scan(.records, range, plan.direction) { (key, value) throws(StoreError) in
            counter.visited += 1
            let row = try reader.view(value, plan.root, reader.objectKey(ofRecord: key))
            try take(row, into: builder)
            guard remaining > 0, !builder.hasFullBatch else {
                let last = Array(key)
                rest =
                    plan.direction == .forward
                    ? KeyRange(lower: last + [0], upper: range.upper) : KeyRange(lower: range.lower, upper: last)
                return false
            }
            return true
        }
        guard let rest else { return end() }
        access = .records(rest)
        return true
    }

    private func take(_ key: Int64, into builder: RowBatchBuilder) throws(StoreError) {
        if let row = try contents.reader.row(plan.root, key) { try take(row, into: builder) }
    }

    private func take(_ row: RowView, into builder: RowBatchBuilder) throws(StoreError) {
        if let entities = plan.entities, !entities.contains(RowHeader.entity(row.base)) { return }
        counter.found += 1
        if let filter, try !filter.matches(row) { return }
        counter.kept += 1
        try contents.reader.verifyUnlessIntact(row)
        builder.append(row)
        remaining -= 1
    }
}
