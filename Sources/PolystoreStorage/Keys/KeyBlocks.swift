import PolystoreModel

/// The reserved and not yet given keys of one hierarchy in one store, as a pure value.
struct KeyBlocks: Sendable {
    /// The size of the first block.
    static let firstBlock = 1024
    /// The size of the largest block.
    static let largestBlock = 65536

    /// The reserved ranges of keys, ascending; none is empty.
    private(set) var ranges: [Range<Int64>] = []
    /// Whether a reservation ahead of need is under way.
    private(set) var isReserving = false
    /// The size of the block that is reserved next.
    private(set) var blockSize = firstBlock

    /// Gives the smallest keys, at most so many in a row; nil when none is left.
    mutating func take(_ count: Int = 1) -> Range<Int64>? {
        guard let first = ranges.first else { return nil }
        let taken = first.prefix(count)
        let rest = taken.endIndex..<first.upperBound
        if rest.isEmpty { ranges.removeFirst() } else { ranges[0] = rest }
        return first.lowerBound..<taken.endIndex
    }

    /// The size of the block to be reserved now, ahead of need; nil when there is enough.
    mutating func beginReservation() -> Int? {
        guard !isReserving, ranges.count < 2, ranges.first?.count ?? 0 < blockSize / 4 else { return nil }
        isReserving = true
        return blockSize
    }

    /// Ends a reservation ahead of need, with or without a block.
    mutating func endReservation(_ block: Range<Int64>?) {
        isReserving = false
        if let block { add(block) }
    }

    /// Takes a reserved block.
    mutating func add(_ block: Range<Int64>) {
        guard !block.isEmpty else { return }
        blockSize = min(blockSize * 2, KeyBlocks.largestBlock)
        ranges.append(block)
        ranges = ranges.sorted(byNumber: \.lowerBound)
    }

    /// The first key of the last run that was never given out: from there on the store can take keys back.
    var tail: Int64? {
        guard var first = ranges.last?.lowerBound else { return nil }
        for range in ranges.dropLast().reversed() where range.upperBound == first { first = range.lowerBound }
        return first
    }
}
