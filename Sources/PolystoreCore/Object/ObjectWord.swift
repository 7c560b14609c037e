/// The key, the place of the row and the state of an object, in 8 bytes.
///
/// Bits 0 to 13 are the flags, 14 to 26 the offset of the row in units of 8 bytes, 27 to 63 the key. An object is made
/// for each row that is fetched, and with these in a word of their own each it would fall into the allocator's next
/// size, 16 bytes larger. Keys of more than 37 bits have no room here; the object that has the word keeps them
/// elsewhere.
package struct ObjectWord {
    private var bits: UInt64

    private static let flagBits = 14
    private static let offsetBits = 13
    private static let keyShift = UInt64(flagBits + offsetBits)
    private static let flagMask: UInt64 = 1 << UInt64(flagBits) - 1
    private static let offsetMask: UInt64 = (1 << UInt64(offsetBits) - 1) << UInt64(flagBits)
    /// What stands for a key that has no room.
    private static let wide = Int64.min >> Int64(keyShift)

    /// Packs a key, the offset of a row in its batch (0 for none) and flags.
    @inline(__always)
    package init(key: Int64, offset: Int, flags: ObjectFlags) {
        let isNarrow = key != Self.wide && (key << Int64(Self.keyShift)) >> Int64(Self.keyShift) == key
        bits = UInt64(bitPattern: isNarrow ? key : Self.wide) << Self.keyShift | UInt64(flags.rawValue)
        self.offset = offset
    }

    /// The key, unless it is wide.
    @inline(__always) package var narrowKey: Int64 { Int64(bitPattern: bits) >> Int64(Self.keyShift) }

    /// Whether the key has no room here.
    @inline(__always) package var isWide: Bool { narrowKey == Self.wide }

    /// The offset of the row in its batch; batches begin rows at multiples of 8, below 64 KiB.
    @inline(__always) package var offset: Int {
        get { Int(truncatingIfNeeded: (bits & Self.offsetMask) >> UInt64(Self.flagBits - 3)) }
        set {
            let shifted = UInt64(truncatingIfNeeded: newValue) << UInt64(Self.flagBits - 3)
            precondition(shifted & ~Self.offsetMask == 0, "a row lies where no batch has rows")
            bits = bits & ~Self.offsetMask | shifted
        }
    }

    /// The state of the object.
    @inline(__always) package var flags: ObjectFlags {
        get { ObjectFlags(rawValue: UInt32(truncatingIfNeeded: bits & Self.flagMask)) }
        set { bits = bits & ~Self.flagMask | UInt64(newValue.rawValue) }
    }
}
