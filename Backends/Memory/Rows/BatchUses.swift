/// What a transaction did not tell its `RowMemory` yet: bytes of rows of one batch that came, and of one that went.
///
/// A save writes rows of a batch one after the other, and replaces those of another in the same way, so that most of them
/// are counted by adding to a number.
struct BatchUses {
    private var added: (batch: UInt32, bytes: Int) = (0, 0)
    private var removed: (batch: UInt32, bytes: Int) = (0, 0)
    /// Batches of which few rows may be in use: they are new, or have lost many.
    private var doubtful: Set<UInt32> = []

    init() {}

    /// Notes a batch that was taken.
    mutating func noteNew(_ batch: UInt32) { doubtful.insert(batch) }

    /// Counts a row that the tables have got.
    @inline(__always)
    mutating func add(_ row: RowReference, _ memory: inout RowMemory) {
        if row.batch != added.batch { flushAdded(&memory) }
        added = (row.batch, added.bytes + row.room)
    }

    /// Counts a row that the tables have lost.
    @inline(__always)
    mutating func remove(_ row: RowReference, _ memory: inout RowMemory) {
        if row.batch != removed.batch { flush(&memory) }
        removed = (row.batch, removed.bytes + row.room)
    }

    private mutating func flushAdded(_ memory: inout RowMemory) {
        if added.bytes > 0 { memory.add(added.bytes, to: added.batch) }
        added.bytes = 0
    }

    /// Tells everything, what came first: a batch may have lost what it just got.
    mutating func flush(_ memory: inout RowMemory) {
        flushAdded(&memory)
        if removed.bytes > 0, memory.remove(removed.bytes, from: removed.batch) { doubtful.insert(removed.batch) }
        removed.bytes = 0
    }

    /// Hands out the batches of which few rows may be in use, once.
    mutating func takeDoubtful() -> [UInt32] {
        if doubtful.isEmpty { return [] }
        defer { doubtful = [] }
        return doubtful.sorted()
    }
}
