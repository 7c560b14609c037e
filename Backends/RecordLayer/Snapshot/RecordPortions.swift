import PolystoreModel
import PolystoreStorage

/// All rows of a scan, verified and copied into batches a portion at a time.
///
/// Used by one thread at a time, which may be another one for each portion.
final class RecordPortions {
    private let contents: RecordContents
    private let walk: RecordWalk
    private let filter: RowFilter?
    private let builder: RowBatchBuilder
    /// The keys that were not read yet; nil when none are left.
    private var rest: KeyRange?
    /// How many batches a portion has: one at first, because most scans are short, then so many that asking for help
    /// costs little beside what is done with them.
    private var size = 1

    private static let largestSize = 32

    init(_ contents: RecordContents, _ plan: RecordPlan) {
        self.contents = contents
        walk = RecordWalk(reader: contents.reader, plan: plan)
        filter = plan.filter.map(RowFilter.init)
        builder = RowBatchBuilder(layouts: contents.catalog.layouts, expectedBytes: RowBatchBuilder.batchSize)
        rest = KeyRange(prefix: RecordKey.prefix(plan.root))
    }

    /// Whether nothing is left.
    var isAtEnd: Bool { rest == nil }

    /// Gets memory for the next rows on the caller's thread, which will give it back.
    func reserve() { builder.reserve(batches: size + 1) }

    /// Copies the next rows; there are none at the end only.
    func next() throws(StoreError) -> [RowBatch] {
        var batches: [RowBatch] = []
        while let range = rest, batches.count < size {
            rest = try walk.scanRuns(filter, range) { (row) throws(StoreError) in
                try contents.reader.verifyUnlessIntact(row)
                builder.append(row)
            } until: {
                builder.hasFullBatch
            }
            batches += rest == nil ? builder.takeBatches() : builder.takeFullBatches()
        }
        size = min(4 * size, Self.largestSize)
        return batches
    }

    /// Tells a meter what was looked at.
    func report(to meter: PlanMeter) { walk.counter.report(walk.plan, to: meter) }
}
