/// A range of an index in full encodings, index number first; entries that were cut are compared by their rows.
struct IndexRange: Hashable, Sendable {
    /// The smallest encoding.
    var lower: [UInt8]
    /// The smallest encoding behind the range; nil for none.
    var upper: [UInt8]?

    init(lower: [UInt8], upper: [UInt8]?) {
        self.lower = lower
        self.upper = upper
    }

    /// All encodings that begin with some bytes.
    init(prefix: [UInt8]) {
        lower = prefix
        upper = KeyRange.successor(of: prefix)
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
}
