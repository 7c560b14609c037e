import PolystoreModel

/// The batches of large saves, which a memory engine keeps as they are: their rows are there once for the store and for all
/// objects that hold them, and its pages refer to them.
///
/// A value, as the trees are: a copy keeps what it shows, whatever becomes of the original. So a batch goes when the last
/// tables go that have a row of it.
struct RowMemory: Sendable {
    /// A batch, and how many of its bytes are rows that the tables have; no batch where a number is not in use.
    private struct Place {
        var batch: RowBatch?
        var usedBytes = 0

        var isSparse: Bool { usedBytes * sparsePart < batch?.byteCount ?? 0 }
    }

    // In parts, so that who changes a copy has to copy a few places only.
    private var parts: [[Place]] = []
    /// The numbers of batches that went.
    private var unused: [UInt32] = []

    private static let partSize: UInt32 = 64
    /// A batch is sparse when less than this part of its bytes is in use.
    private static let sparsePart = 4

    init() {}

    /// The bytes of rows in a batch that is worth keeping: most of a full one.
    private static let leastBytes = RowBatchBuilder.batchSize / 4 * 3

    /// Whether a batch is worth keeping.
    static func keeps(_ batch: RowBatch) -> Bool { batch.byteCount >= leastBytes }

    /// Takes a batch; which of its rows the tables have is told by `add`.
    ///
    /// - Returns: The number by which it is known.
    mutating func take(_ batch: RowBatch) -> UInt32 {
        let place = Place(batch: batch)
        if let number = unused.popLast() {
            self[number] = place
            return number
        }
        if parts.last?.count ?? Int(Self.partSize) == Int(Self.partSize) { parts.append([]) }
        parts[parts.count - 1].append(place)
        return UInt32((parts.count - 1) * Int(Self.partSize) + parts[parts.count - 1].count - 1)
    }

    private subscript(number: UInt32) -> Place {
        @inline(__always) _read { yield parts[Int(number / Self.partSize)][Int(number % Self.partSize)] }
        @inline(__always) _modify { yield &parts[Int(number / Self.partSize)][Int(number % Self.partSize)] }
    }

    /// Counts bytes of rows of a batch that the tables have got.
    mutating func add(_ bytes: Int, to number: UInt32) { self[number].usedBytes += bytes }

    /// Counts bytes of rows of a batch that the tables have lost, and lets go of a batch of which they have none left.
    ///
    /// - Returns: Whether the batch is sparse now: its memory is kept for a few rows.
    mutating func remove(_ bytes: Int, from number: UInt32) -> Bool {
        self[number].usedBytes -= bytes
        let place = self[number]
        assert(place.usedBytes >= 0, "a batch lost more than it has")
        if place.usedBytes > 0 { return place.isSparse }
        self[number] = Place()
        unused.append(number)
        return false
    }

    /// The batch of a number, unless that is not in use.
    func batch(_ number: UInt32) -> RowBatch? { self[number].batch }

    /// The batch of a number, if few of its rows are in use.
    func sparseBatch(_ number: UInt32) -> RowBatch? { self[number].isSparse ? self[number].batch : nil }

    /// How many batches there are.
    var count: Int { parts.joined().count { $0.batch != nil } }
}
