import PolystoreModel
import PolystoreQuery

/// Merges rows in order from several sources into one order.
///
/// Memory is that of one row of each source, and of what the sources keep.
struct FetchMerge {
    private struct Head {
        let rows: any OrderedRows
        var row: FetchedRow
        var place: [UInt8]
    }

    private let ordering: RowOrdering
    private let source: any RowSource
    private var heads: [Head] = []

    init(_ ordering: RowOrdering, _ sources: [any OrderedRows], source: any RowSource) throws {
        self.ordering = ordering
        self.source = source
        for rows in sources {
            guard let row = try rows.next() else { continue }
            heads.append(Head(rows: rows, row: row, place: try ordering.sortBytes(of: row.view, source: source)))
        }
    }

    /// The next row of all; nil when there is none.
    mutating func next() throws -> FetchedRow? {
        guard var index = heads.indices.first else { return nil }
        for other in heads.indices.dropFirst()
        where heads[other].place.lexicographicallyPrecedes(heads[index].place) {
            index = other
        }
        let row = heads[index].row
        if let next = try heads[index].rows.next() {
            heads[index].row = next
            heads[index].place = try ordering.sortBytes(of: next.view, source: source)
        } else {
            heads.remove(at: index)
        }
        return row
    }
}
