import PolystoreModel
import PolystoreQuery
import PolystoreStorage

/// The first rows of an order among many, each looked at once.
///
/// Memory holds at most a few times as many rows as are wanted: those that others have pushed out are let go of together.
struct TopRows {
    private let sorter: RowSorter
    private let layouts: LayoutTable
    private let capacity: Int
    private let nothingElse = NothingElse()
    private var builder: RowBatchBuilder
    private var count = 0

    init(_ ordering: RowOrdering, limit: Int, layouts: LayoutTable) {
        sorter = RowSorter(ordering, limit: limit)
        self.layouts = layouts
        capacity = 4 * max(min(limit, 1 << 40), 64)
        builder = RowBatchBuilder(layouts: layouts)
    }

    /// Keeps a copy of a row, unless as many come before it.
    mutating func offer(_ row: RowView) throws(StoreError) {
        let isKept: Bool
        do {
            isKept = try sorter.add(row, count, source: nothingElse)
        } catch {
            throw StoreError(.unsupported, [.object: row.objectID.description], cause: error)
        }
        guard isKept else { return }
        builder.append(row)
        count += 1
        if count >= capacity { compact() }
    }

    /// The rows in order; nothing is kept afterwards.
    mutating func finish() -> [(batch: RowBatch, offset: Int)] {
        let rows = takeRows()
        count = 0
        return sorter.finish().map { rows[$0] }
    }

    private mutating func compact() {
        let rows = takeRows()
        let kept = sorter.renumber()
        for number in kept { builder.append(rows[number].batch.row(at: rows[number].offset)) }
        count = kept.count
    }

    private mutating func takeRows() -> [(batch: RowBatch, offset: Int)] {
        var rows: [(batch: RowBatch, offset: Int)] = []
        rows.reserveCapacity(count)
        for batch in builder.takeBatches() {
            var offsets = batch.makeIterator()
            while let offset = offsets.nextOffset() { rows.append((batch, offset)) }
        }
        return rows
    }
}
