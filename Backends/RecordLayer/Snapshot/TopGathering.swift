import PolystoreModel
import PolystoreQuery
import PolystoreStorage

/// The first rows of an order among those whose keys are offered: each is read where it lies, asked and compared.
///
/// Used by one thread at a time.
final class TopGathering {
    private let gathering: RowGathering
    private let filter: RowFilter?
    private var top: TopRows
    private let counter: WalkCounter

    init(_ walk: RecordWalk, _ sortKeys: [ResolvedSortKey], _ limit: Int) {
        gathering = RowGathering(walk.reader, walk.plan.root)
        filter = walk.plan.filter.map(RowFilter.init)
        top = TopRows(RowOrdering(sortKeys), limit: limit, layouts: walk.reader.catalog.layouts)
        counter = walk.counter
    }

    /// Reads the rows of keys and keeps copies of those that may be among the first.
    func offer(_ keys: ArraySlice<Int64>) throws(StoreError) {
        _ = try gathering.read(keys) { (row) throws(StoreError) in
            if let filter {
                guard try filter.matches(row) else { return true }
                counter.kept += 1
            }
            try top.offer(row)
            return true
        }
    }

    /// Keeps those of another one's rows that may be among the first here; the other one has none afterwards.
    func take(_ other: TopGathering) throws(StoreError) {
        for (batch, offset) in other.finish() { try top.offer(batch.row(at: offset)) }
    }

    /// The rows in order; none are kept afterwards.
    func finish() -> [(batch: RowBatch, offset: Int)] { top.finish() }
}
