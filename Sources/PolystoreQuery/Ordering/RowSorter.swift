import PolystoreModel

/// Sorts rows, or finds the first few of many, by looking at each row once.
///
/// Rows are named by a number of the caller's. With a limit, memory holds at most twice as many rows' sort bytes, and a
/// row that comes behind the last kept one costs no more than a comparison.
public final class RowSorter {
    private struct Entry {
        /// The first eight sort bytes, which decide most comparisons.
        var prefix: UInt64
        var offset: Int
        var length: Int
        var number: Int
    }

    private let ordering: RowOrdering
    private let limit: Int?
    private var entries: [Entry] = []
    private var bytes: [UInt8] = []
    /// The sort bytes of the last row that is surely kept, once there are as many as the limit.
    private var bound: [UInt8]?
    /// Its first eight sort bytes.
    @exclusivity(unchecked) private var boundPrefix: UInt64?

    /// Makes a sorter.
    ///
    /// - Parameters:
    ///   - ordering: The order.
    ///   - limit: How many rows are wanted; nil means all.
    public init(_ ordering: RowOrdering, limit: Int? = nil) {
        self.ordering = ordering
        self.limit = limit
    }

    /// How many rows are held.
    public var count: Int { entries.count }

    /// Adds a row under a number; false when it is not among the first `limit`, so that the caller can let go of it.
    ///
    /// - Throws: The source's errors, of a row that has to be asked more than its first number.
    @discardableResult
    public func add(_ row: RowView, _ number: Int, source: any RowSource) throws -> Bool {
        if let boundPrefix, let lead = ordering.lead(of: row), lead.isBehind(boundPrefix) { return false }
        guard limit != 0 else { return false }
        let isKept = try ordering.withSortBytes(of: row, source: source) { key in
            if let bound, bound.withUnsafeBytes({ TextSearch.order(key, $0) }) >= 0 { return false }
            entries.append(
                Entry(prefix: RowSorter.prefix(key), offset: bytes.count, length: key.count, number: number))
            bytes.append(contentsOf: key)
            return true
        }
        if isKept, let limit, entries.count >= 2 * max(limit, 64) { prune(to: limit) }
        return isKept
    }

    /// The numbers of the rows that are held, at most `limit`; from now on they are known by their places in this list.
    public func renumber() -> [Int] {
        if let limit, entries.count > limit { prune(to: limit) }
        let numbers = entries.map(\.number)
        for index in entries.indices { entries[index].number = index }
        return numbers
    }

    /// The numbers of the rows in order, at most `limit`; the sorter is empty afterwards.
    public func finish() -> [Int] {
        sort()
        let numbers = entries.prefix(limit ?? entries.count).map(\.number)
        entries = []
        bytes = []
        (bound, boundPrefix) = (nil, nil)
        return numbers
    }

    private func prune(to limit: Int) {
        sort()
        entries.removeSubrange(limit...)
        var kept: [UInt8] = []
        for index in entries.indices {
            let entry = entries[index]
            entries[index].offset = kept.count
            kept.append(contentsOf: bytes[entry.offset..<entry.offset + entry.length])
        }
        bytes = kept
        if let last = entries.last {
            bound = Array(bytes[last.offset..<last.offset + last.length])
            boundPrefix = last.prefix
        }
    }

    private func sort() {
        bytes.withUnsafeBytes { bytes in
            func key(_ entry: Entry) -> UnsafeRawBufferPointer {
                UnsafeRawBufferPointer(start: bytes.baseAddress.map { $0 + entry.offset }, count: entry.length)
            }
            entries.sort { left, right in
                if left.prefix != right.prefix { return left.prefix < right.prefix }
                let order = TextSearch.order(key(left), key(right))
                // Equal rows stay in the order in which they came.
                return order == 0 ? left.offset < right.offset : order < 0
            }
        }
    }

    private static func prefix(_ key: UnsafeRawBufferPointer) -> UInt64 {
        if key.count >= 8 { return UInt64(bigEndian: key.loadUnaligned(as: UInt64.self)) }
        return key.reduce(0) { $0 << 8 | UInt64($1) } << UInt64(8 * (8 - key.count))
    }
}
