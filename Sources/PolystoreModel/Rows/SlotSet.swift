/// A set of slot indexes of one layout: one word for the first 64, more when a layout is larger.
public struct SlotSet: Hashable, Sendable {
    @usableFromInline var low: UInt64 = 0
    /// The words behind the first; nil while there is none, so that a copy of a small set counts no references.
    @usableFromInline var rest: [UInt64]?

    /// Makes an empty set.
    public init() {}

    /// Makes a set of all slots of a layout.
    public init(all layout: RowLayout) { self.init(count: layout.slotCount) }

    /// Makes a set of all slots of a row.
    public init(allOf row: RowView) { self.init(count: row.table.pointee.slotCount) }

    private init(count: Int) {
        low = count >= 64 ? ~0 : (1 << UInt64(count)) - 1
        if count > 64 { for index in 64..<count { insert(index) } }
    }

    /// Whether no slot is in the set.
    @inlinable public var isEmpty: Bool { low == 0 && rest?.allSatisfy { $0 == 0 } ?? true }

    /// The number of slots in the set.
    public var count: Int { (rest ?? []).reduce(low.nonzeroBitCount) { $0 + $1.nonzeroBitCount } }

    /// Whether a slot is in the set.
    @inlinable public func contains(_ index: Int) -> Bool {
        if index < 64 { return low & (1 << UInt64(index)) != 0 }
        guard let rest else { return false }
        let word = index / 64 - 1
        return word < rest.count && rest[word] & (1 << UInt64(index % 64)) != 0
    }

    /// Adds a slot.
    @inlinable @inline(__always) public mutating func insert(_ index: Int) {
        if index < 64 { low |= 1 << UInt64(index) } else { insertFar(index) }
    }

    @usableFromInline @inline(never) mutating func insertFar(_ index: Int) {
        let word = index / 64 - 1
        var words = rest ?? []
        rest = nil
        while words.count <= word { words.append(0) }
        words[word] |= 1 << UInt64(index % 64)
        rest = words
    }

    /// Removes a slot.
    @inlinable public mutating func remove(_ index: Int) {
        if index < 64 {
            low &= ~(1 << UInt64(index))
            return
        }
        guard var words = rest else { return }
        rest = nil
        let word = index / 64 - 1
        if word < words.count { words[word] &= ~(1 << UInt64(index % 64)) }
        while words.last == 0 { words.removeLast() }
        rest = words.isEmpty ? nil : words
    }

    /// Calls a closure with each index, ascending.
    @inlinable public func forEach(_ body: (Int) throws -> Void) rethrows {
        var bits = low
        while bits != 0 {
            try body(bits.trailingZeroBitCount)
            bits &= bits - 1
        }
        guard let rest else { return }
        for (word, value) in rest.enumerated() {
            var bits = value
            while bits != 0 {
                try body((word + 1) * 64 + bits.trailingZeroBitCount)
                bits &= bits - 1
            }
        }
    }
}
