/// Offset and limit over the rows of all stores.
struct FetchWindow {
    private var toPassOver: Int
    private var remaining: Int?

    init(offset: Int, limit: Int?) {
        toPassOver = offset
        remaining = limit
    }

    /// Hands rows on except those that are passed over; false when no further row is wanted.
    mutating func pass(_ rows: FetchedRows, _ receive: (FetchedRows) -> Bool) -> Bool {
        guard case .batch(let batch) = rows, toPassOver == 0, batch.count <= remaining ?? Int.max else {
            return rows.allSatisfy { pass($0, receive) }
        }
        guard receive(rows) else { return false }
        guard let left = remaining else { return true }
        remaining = left - batch.count
        return left > batch.count
    }

    private mutating func pass(_ row: FetchedRow, _ receive: (FetchedRows) -> Bool) -> Bool {
        if toPassOver > 0 {
            toPassOver -= 1
            return true
        }
        guard receive(.row(row)) else { return false }
        guard let left = remaining else { return true }
        remaining = left - 1
        return left > 1
    }
}
