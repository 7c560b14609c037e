import PolystoreModel
import PolystoreStorage

/// All rows of a scan in batches, a portion at a time: verified and copied, or in the batch that a save put them from, where
/// an engine keeps that as it is and the scan meets all of it.
final class RecordPortions: RowPortions {
    private let contents: RecordContents
    private let walk: RecordWalk
    private let filter: RowFilter?
    private let builder: RowBatchBuilder
    /// Nil where rows are copied in any case.
    @exclusivity(unchecked) private var whole: WholeBatches?
    /// What was found of the portion.
    @exclusivity(unchecked) private var found: [RowBatch] = []
    /// The keys that were not read yet; nil when none are left.
    private var rest: KeyRange?
    private var size = PortionSize()

    init(_ contents: RecordContents, _ plan: RecordPlan) {
        self.contents = contents
        walk = RecordWalk(reader: contents.reader, plan: plan)
        filter = plan.filter.map(RowFilter.init)
        builder = RowBatchBuilder(layouts: contents.catalog.layouts, expectedBytes: RowBatchBuilder.batchSize)
        rest = KeyRange(prefix: RecordKey.prefix(plan.root))
        if filter == nil, plan.entities == nil, plan.direction == .forward, contents.reader.keepsBatches {
            whole = WholeBatches(contents.snapshot, plan.root, contents.catalog.layouts)
        }
    }

    var isAtEnd: Bool { rest == nil }

    func reserve() { builder.reserve(batches: size.batches + 1) }

    func next() throws(StoreError) -> [RowBatch] {
        while let range = rest, found.count < size.batches {
            rest = try walk.scanRuns(filter, range) { (row) throws(StoreError) in
                try contents.reader.verifyUnlessIntact(row)
                take(row)
            } until: {
                builder.hasFullBatch || found.count >= size.batches
            }
            if rest == nil {
                if let (batch, end) = whole?.end() { copy(batch, to: end) }
                found += builder.takeBatches()
            } else {
                found += builder.takeFullBatches()
            }
        }
        size.grow()
        defer { found = [] }
        return found
    }

    @inline(__always)
    private func take(_ row: RowView) {
        var verdict = whole?.follow(row) ?? .alone
        if case .broken(let batch, let end) = verdict {
            copy(batch, to: end)
            verdict = whole?.follow(row) ?? .alone
        }
        switch verdict {
        case .followed: break
        case .alone, .broken: builder.append(row)
        case .complete(let batch):
            // In the order of the scan.
            found += builder.takeBatches()
            found.append(batch)
        }
    }

    /// Copies the rows of a batch that lie before an offset.
    private func copy(_ batch: RowBatch, to end: Int) {
        var offset = 8
        while offset < end {
            builder.append(batch.row(at: offset))
            offset = batch.offset(behind: offset)
        }
    }

    /// Tells a meter what was looked at.
    func report(to meter: PlanMeter) { walk.counter.report(walk.plan, to: meter) }
}
