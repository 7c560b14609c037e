/// A set of slot indexes of one layout: one word for the first 64, more when a layout is larger.
public struct SlotSet: Hashable, Sendable {
    @usableFromInline var low: UInt64 = 0
    @usableFromInline var rest: [UInt64] = []

    /// Makes an empty set.
    public init() {}

    /// Makes a set of all slots of a layout.
    public init(all layout: RowLayout) {
        let count = layout.slotCount
        low = count >= 64 ? ~0 : (1 << UInt64(count)) - 1
        if count > 64 { for index in 64..<count { insert(index) } }
    }

    /// Whether no slot is in the set.
    @inlinable public var isEmpty: Bool { low == 0 && rest.allSatisfy { $0 == 0 } }

    /// The number of slots in the set.
    public var count: Int { rest.reduce(low.nonzeroBitCount) { $0 + $1.nonzeroBitCount } }

    /// Whether a slot is in the set.
    @inlinable public func contains(_ index: Int) -> Bool {
        if index < 64 { return low & (1 << UInt64(index)) != 0 }
        let word = index / 64 - 1
        return word < rest.count && rest[word] & (1 << UInt64(index % 64)) != 0
    }

    /// Adds a slot.
    @inlinable public mutating func insert(_ index: Int) {
        if index < 64 {
            low |= 1 << UInt64(index)
            return
        }
        let word = index / 64 - 1
        while rest.count <= word { rest.append(0) }
        rest[word] |= 1 << UInt64(index % 64)
    }

    /// Removes a slot.
    @inlinable public mutating func remove(_ index: Int) {
        if index < 64 {
            low &= ~(1 << UInt64(index))
            return
        }
        let word = index / 64 - 1
        if word < rest.count { rest[word] &= ~(1 << UInt64(index % 64)) }
        while rest.last == 0 { rest.removeLast() }
    }

    /// Calls a closure with each index, ascending.
    @inlinable public func forEach(_ body: (Int) throws -> Void) rethrows {
        var bits = low
        while bits != 0 {
            try body(bits.trailingZeroBitCount)
            bits &= bits - 1
        }
        for (word, value) in rest.enumerated() {
            var bits = value
            while bits != 0 {
                try body((word + 1) * 64 + bits.trailingZeroBitCount)
                bits &= bits - 1
            }
        }
    }
}
