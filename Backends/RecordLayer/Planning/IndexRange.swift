/// A range of an index in full encodings, index number first; entries that were cut are compared by their rows.
struct IndexRange: Hashable, Sendable {
    /// The smallest encoding.
    var lower: [UInt8]
    /// The smallest encoding behind the range; nil for none.
    var upper: [UInt8]?
    /// How many bytes all encodings of the range begin with in common because their elements are given: what orders the
    /// entries stands behind them.
    var given: Int

    init(lower: [UInt8], upper: [UInt8]?, given: Int = IndexKey.head) {
        self.lower = lower
        self.upper = upper
        self.given = given
    }

    /// All encodings that begin with some bytes.
    init(prefix: [UInt8]) {
        lower = prefix
        upper = KeyRange.successor(of: prefix)
        given = prefix.count
    }

    /// Whether nothing is in the range.
    var isEmpty: Bool { upper.map { !lower.lexicographicallyPrecedes($0) } ?? false }

    /// The keys that must be looked at: cut where entries are.
    var keys: KeyRange {
        let length = IndexKey.head + IndexKey.cut
        var upper = upper
        if let full = upper, full.count > length { upper = KeyRange.successor(of: Array(full.prefix(length))) }
        return KeyRange(lower: Array(lower.prefix(length)), upper: upper)
    }

    /// Whether a full encoding is in the range.
    func contains(_ encoding: [UInt8]) -> Bool {
        if encoding.lexicographicallyPrecedes(lower) { return false }
        return upper.map { encoding.lexicographicallyPrecedes($0) } ?? true
    }

    /// Ranges in order that do not overlap and hold the same encodings.
    static func disjoint(_ ranges: [IndexRange]) -> [IndexRange] {
        var result: [IndexRange] = []
        for range in ranges.sorted(by: { $0.lower.lexicographicallyPrecedes($1.lower) }) where !range.isEmpty {
            guard let last = result.last, let end = last.upper, end.lexicographicallyPrecedes(range.lower) else {
                guard var last = result.popLast() else {
                    result.append(range)
                    continue
                }
                if let end = last.upper, range.upper.map({ end.lexicographicallyPrecedes($0) }) ?? true {
                    last.upper = range.upper
                }
                last.given = IndexKey.head
                result.append(last)
                continue
            }
            result.append(range)
        }
        return result
    }
}
