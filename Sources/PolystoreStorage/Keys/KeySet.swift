/// A set of objects' keys that is only asked: bits where the keys lie close together, as they do when most objects of a
/// hierarchy are meant, a hash table where they do not.
package struct KeySet: Sendable {
    /// The smallest key; zero without keys.
    private let lowest: Int64
    /// The largest key; zero without keys.
    private let highest: Int64
    /// The number of keys that the set was made of.
    private let count: Int
    private let bits: [UInt64]
    private let others: Set<Int64>

    /// How many times as many keys there may be between the smallest and the largest for bits to be worth it.
    private static let spread = 64

    /// Makes a set of keys.
    package init(_ keys: [Int64]) {
        count = keys.count
        lowest = keys.min() ?? 0
        highest = keys.max() ?? 0
        let (span, isHuge) = highest.subtractingReportingOverflow(lowest)
        guard !isHuge, span / Int64(Self.spread) <= Int64(keys.count) else {
            bits = []
            others = Set(keys)
            return
        }
        var bits = [UInt64](repeating: 0, count: Int(span) / 64 + 1)
        for key in keys { bits[Int(key - lowest) / 64] |= 1 << UInt64((key - lowest) % 64) }
        self.bits = bits
        others = []
    }

    /// Whether a key is in the set.
    @inline(__always)
    package func contains(_ key: Int64) -> Bool {
        guard key >= lowest, key <= highest, count > 0 else { return false }
        guard !bits.isEmpty else { return others.contains(key) }
        let place = Int(key - lowest)
        return bits[place / 64] & 1 << UInt64(place % 64) != 0
    }
}
