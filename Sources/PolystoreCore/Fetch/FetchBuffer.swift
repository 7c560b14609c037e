import PolystoreModel
import PolystoreQuery

/// Rows that wait to be put into order, packed together so that the batches that they came in can go.
final class FetchBuffer {
    private let sorter: RowSorter
    private let source: any RowSource
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
    }

    /// Adds a row; false when it comes behind the last one that is wanted.
    @discardableResult
    func add(_ row: FetchedRow) throws -> Bool {
        guard try sorter.add(row.view, places.count, source: source) else { return false }
        guard let batch = row.batch else {
            places.append(.pending(row))
            return true
        }
        let index = builder(for: batch.layouts)
        builders[index].builder.append(row.view)
        places.append(.stored(builder: index, place: counts[index]))
        counts[index] += 1
        return true
    }

    /// The rows in order.
    func finish() -> [FetchedRow] {
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
        return sorter.finish().map { number in
            switch places[number] {
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
