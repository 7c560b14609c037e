import PolystoreModel

/// The rows of one hierarchy that are read one by one: many of them share a batch, as those of a fetch do.
///
/// The first gets a batch of its size; the next ones get batches with more and more room. So reading a single object
/// pays for one, and reading many allocates once in a while. A large row has a batch of its own.
struct SingleRows {
    // INVARIANT: made here, and added to from nowhere else.
    private var open: ObjectBatch?
    private var nextCapacity = 0

    /// The most room that a batch is made with, in bytes.
    private static var mostCapacity: Int { 4 << 10 }
    /// A row that takes more than this shares no batch.
    private static var largeRow: Int { mostCapacity / 4 }

    /// Adds a copy of a row.
    ///
    /// - Parameters:
    ///   - row: The row.
    ///   - layouts: The layouts of its store, which are others when the store was opened anew.
    ///   - anchor: The way to the context.
    /// - Returns: The batch that it lies in, whether that was made for it, and the row's offset there.
    mutating func add(
        _ row: RowView, _ layouts: LayoutTable, _ anchor: ContextAnchor
    ) -> (batch: ObjectBatch, isNew: Bool, offset: Int) {
        if let open, open.layouts === layouts, let offset = open.rows?.add(row) { return (open, false, offset) }
        let room = RowBatch.room(for: row)
        let isShared = room <= Self.largeRow
        let rows = RowBatch(capacity: isShared ? max(room, nextCapacity) : room, layouts: layouts)
        let batch = ObjectBatch(anchor: anchor, rows: rows, store: row.layout.store, root: row.layout.root)
        if isShared {
            nextCapacity = min(max(room, nextCapacity) * 2, Self.mostCapacity)
            open = batch
        }
        guard let offset = rows.add(row) else { preconditionFailure("a batch has no room for the row it was made for") }
        return (batch, true, offset)
    }
}
