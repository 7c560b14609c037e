import PolystoreModel

/// What a transaction does with kept batches: the numbers that it knows them by, and what it did not tell its `RowMemory`
/// yet, which are bytes of rows of one batch that came, and of one that went.
///
/// A save writes rows of a batch one after the other, and replaces those of another in the same way, so that most of them
/// are counted by adding to a number.
struct BatchUses {
    private var added: (batch: UInt32, bytes: Int) = (0, 0)
    private var removed: (batch: UInt32, bytes: Int) = (0, 0)
    /// Batches of which few rows may be in use: they are new, or have lost many.
    private var doubtful: Set<UInt32> = []
    /// The numbers of the batches that rows were put from: a save puts its changed rows before its new ones, and a batch may
    /// have both.
    private var numbers: [ObjectIdentifier: UInt32] = [:]
    /// The batch that rows are put from, and its number if it is kept.
    private var last: (identity: ObjectIdentifier, number: UInt32?)?

    init() {}

    /// The number of the batch that rows are put from, one after the other; nil when it is not worth keeping.
    @inline(__always)
    mutating func number(of batch: RowBatch, _ memory: inout RowMemory) -> UInt32? {
        if let last, last.identity == ObjectIdentifier(batch) { return last.number }
        let number = RowMemory.keeps(batch) ? keptNumber(of: batch, &memory) : nil
        last = (ObjectIdentifier(batch), number)
        return number
    }

    private mutating func keptNumber(of batch: RowBatch, _ memory: inout RowMemory) -> UInt32 {
        // A batch that has lost all of its rows since has lost its number.
        if let known = numbers[ObjectIdentifier(batch)], memory.batch(known) === batch { return known }
        let number = memory.take(batch)
        doubtful.insert(number)
        numbers[ObjectIdentifier(batch)] = number
        return number
    }

    /// Counts a row that the tables have got.
    @inline(__always)
    mutating func add(_ row: RowReference, _ memory: inout RowMemory) {
        if row.batch != added.batch { flushAdded(&memory) }
        added = (row.batch, added.bytes + row.room)
    }

    /// Counts a row that the tables have lost.
    @inline(__always)
    mutating func remove(_ row: RowReference, _ memory: inout RowMemory) {
        // With its last row a batch loses its number.
        if last?.number == row.batch { last = nil }
        if row.batch != removed.batch { flush(&memory) }
        removed = (row.batch, removed.bytes + row.room)
    }

    private mutating func flushAdded(_ memory: inout RowMemory) {
        if added.bytes > 0 { memory.add(added.bytes, to: added.batch) }
        added.bytes = 0
    }

    /// Tells everything, what came first: a batch may have lost what it just got.
    private mutating func flush(_ memory: inout RowMemory) {
        flushAdded(&memory)
        if removed.bytes > 0, memory.remove(removed.bytes, from: removed.batch) { doubtful.insert(removed.batch) }
        removed.bytes = 0
    }

    /// Tells everything, and forgets what numbers batches have: before the memory is copied.
    mutating func settle(_ memory: inout RowMemory) {
        flush(&memory)
        last = nil
        numbers = [:]
    }

    /// Tells everything, and hands out the batches of which few rows may be in use, once.
    mutating func takeDoubtful(_ memory: inout RowMemory) -> [UInt32] {
        flush(&memory)
        if doubtful.isEmpty { return [] }
        defer { doubtful = [] }
        return doubtful.sorted()
    }
}
