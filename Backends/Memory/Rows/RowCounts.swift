/// What a transaction did not tell its `RowMemory` yet: rows of one batch that came, and rows of one batch that went.
///
/// A save writes rows of a batch one after the other, and replaces those of another in the same way, so that most of them
/// are counted by adding to a number.
struct RowCounts {
    private var added: (batch: UInt32, count: Int) = (0, 0)
    private var removed: (batch: UInt32, count: Int) = (0, 0)
    /// Batches that were sparse when they had lost rows.
    private var sparse: Set<UInt32> = []

    init() {}

    /// Counts a row that the tables have got.
    @inline(__always)
    mutating func add(_ batch: UInt32, _ memory: inout RowMemory) {
        if batch != added.batch { flushAdded(&memory) }
        added = (batch, added.count + 1)
    }

    /// Counts a row that the tables have lost.
    @inline(__always)
    mutating func remove(_ batch: UInt32, _ memory: inout RowMemory) {
        if batch != removed.batch { flush(&memory) }
        removed = (batch, removed.count + 1)
    }

    private mutating func flushAdded(_ memory: inout RowMemory) {
        if added.count > 0 { memory.add(added.count, to: added.batch) }
        added.count = 0
    }

    /// Tells everything, what came first: a batch may have lost what it just got.
    mutating func flush(_ memory: inout RowMemory) {
        flushAdded(&memory)
        if removed.count > 0, memory.remove(removed.count, from: removed.batch) { sparse.insert(removed.batch) }
        removed.count = 0
    }

    /// Hands out the batches that became sparse, once.
    mutating func takeSparse() -> [UInt32] {
        if sparse.isEmpty { return [] }
        defer { sparse = [] }
        return sparse.sorted()
    }
}
