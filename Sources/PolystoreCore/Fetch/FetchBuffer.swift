import PolystoreModel
import PolystoreQuery

/// Rows that wait to be put into order, packed together so that the batches that they came in can go.
///
/// With a limit it holds at most a few times as many rows: those that others have pushed out are let go of together.
final class FetchBuffer {
    private let sorter: RowSorter
    private let source: any RowSource
    private let capacity: Int
    private var builders: [(layouts: LayoutTable, builder: RowBatchBuilder)] = []
    /// Where each row is: the builder and the row's place in it; or the pending row itself.
    private var places: [Place] = []

    private enum Place {
        case stored(builder: Int, place: Int)
        case pending(FetchedRow)
    }

    private var counts: [Int] = []

    init(_ ordering: RowOrdering, limit: Int?, source: any RowSource) {
        sorter = RowSorter(ordering, limit: limit)
        self.source = source
        capacity = limit.map { 4 * max(min($0, 1 << 40), 64) } ?? Int.max
    }

    /// Adds a row; false when it comes behind the last one that is wanted.
    @discardableResult
    func add(_ row: FetchedRow) throws -> Bool {
        guard try sorter.add(row.view, places.count, source: source) else { return false }
        keep(row)
        if places.count >= capacity {
            let rows = takeRows()
            for number in sorter.renumber() { keep(rows[number]) }
        }
        return true
    }

    /// The rows in order.
    func finish() -> [FetchedRow] {
        let rows = takeRows()
        return sorter.finish().map { rows[$0] }
    }

    private func keep(_ row: FetchedRow) {
        guard let batch = row.batch else {
            places.append(.pending(row))
            return
        }
        let index = builder(for: batch.layouts)
        builders[index].builder.append(row.view)
        places.append(.stored(builder: index, place: counts[index]))
        counts[index] += 1
    }

    /// All rows by their numbers; nothing is held afterwards.
    private func takeRows() -> [FetchedRow] {
        let stored = builders.map { entry in
            entry.builder.takeBatches().flatMap { batch in
                var rows: [FetchedRow] = []
                var iterator = batch.makeIterator()
                while let offset = iterator.nextOffset() {
                    rows.append(FetchedRow(batch, offset, batch.row(at: offset)))
                }
                return rows
            }
        }
        defer {
            places = []
            counts = counts.map { _ in 0 }
        }
        return places.map { place in
            switch place {
            case .stored(let builder, let place): stored[builder][place]
            case .pending(let row): row
            }
        }
    }

    private func builder(for layouts: LayoutTable) -> Int {
        if let known = builders.firstIndex(where: { $0.layouts === layouts }) { return known }
        builders.append((layouts, RowBatchBuilder(layouts: layouts)))
        counts.append(0)
        return builders.count - 1
    }
}
