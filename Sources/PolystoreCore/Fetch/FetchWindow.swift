/// Offset and limit over the rows of all stores.
struct FetchWindow {
    private var toPassOver: Int
    private var remaining: Int?

    init(offset: Int, limit: Int?) {
        toPassOver = offset
        remaining = limit
    }

    /// Hands a row on unless it is passed over; false when no further row is wanted.
    mutating func pass(_ row: FetchedRow, _ receive: (FetchedRow) -> Bool) -> Bool {
        if toPassOver > 0 {
            toPassOver -= 1
            return true
        }
        guard receive(row) else { return false }
        guard let left = remaining else { return true }
        remaining = left - 1
        return left > 1
    }
}
