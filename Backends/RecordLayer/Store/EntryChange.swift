/// The change of one index entry, in the 32 bytes that are put in order: the beginning of its key as numbers, and where
/// the rest is.
///
/// Most keys end within the beginning, so that nothing else has to be looked at when their turn comes.
struct EntryChange {
    // The first 24 bytes; those behind the key's end count as zeros.
    let first: UInt64
    let second: UInt64
    let third: UInt64
    /// Where a longer key lies among such keys, otherwise how many changes came before: among equal keys it tells which
    /// came later.
    let place: UInt32
    private let lengthAndKind: UInt16
    /// The number of the entity; means nothing for an entry that is removed.
    let entity: UInt16

    /// A change of an entry, which is removed when there is no entity; of a long key its beginning is given.
    @inline(__always)
    init(_ key: ShortKey, entity: UInt16?, place: Int) {
        (first, second, third) = (key.first, key.second, key.third)
        self.place = UInt32(truncatingIfNeeded: place)
        // A key has a few hundred bytes at most (`IndexKey.cutLength`), so that a bit is left.
        lengthAndKind = UInt16(truncatingIfNeeded: key.count << 1 | (entity == nil ? 1 : 0))
        self.entity = entity ?? 0
    }

    /// The key's length.
    @inline(__always) var count: Int { Int(lengthAndKind >> 1) }

    /// Whether the entry goes.
    @inline(__always) var isRemoval: Bool { lengthAndKind & 1 != 0 }

    /// The last eight bytes of a short key that has as many, as a number.
    @inline(__always) var lastBytes: UInt64 {
        let end = UInt64(truncatingIfNeeded: 8 * count)
        if end <= 64 { return first }
        let (upper, lower, bits) = end <= 128 ? (first, second, end &- 64) : (second, third, end &- 128)
        return bits == 64 ? lower : upper &<< bits | lower &>> (64 &- bits)
    }

    /// Whether two keys begin alike.
    @inline(__always)
    func isLike(_ other: EntryChange) -> Bool {
        first == other.first && second == other.second && third == other.third
    }

    /// Whether two changes are of the same key.
    @inline(__always)
    func hasKey(of other: EntryChange, _ longKeys: UnsafeRawBufferPointer) -> Bool {
        guard isLike(other), count == other.count else { return false }
        if count <= ShortKey.longest { return true }
        let (key, otherKey) = (longKeys[rangeOfLongKey], longKeys[other.rangeOfLongKey])
        return KeyEncoding.order(UnsafeRawBufferPointer(rebasing: key), UnsafeRawBufferPointer(rebasing: otherKey)) == 0
    }

    /// Where the key lies among the long ones, if it is one.
    @inline(__always) var rangeOfLongKey: Range<Int> { Int(place)..<Int(place) + count }

    /// Writes the bytes of a short key to memory for as many as the longest has.
    @inline(__always)
    func copyKey(to memory: UnsafeMutableRawPointer) {
        memory.storeBytes(of: first.bigEndian, as: UInt64.self)
        memory.storeBytes(of: second.bigEndian, toByteOffset: 8, as: UInt64.self)
        memory.storeBytes(of: third.bigEndian, toByteOffset: 16, as: UInt64.self)
    }

    /// Calls a closure with the key, which lies among the long ones or in the change.
    @inline(__always)
    func withKey<Result, Failure: Error>(
        _ longKeys: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        guard count <= ShortKey.longest else {
            return try body(UnsafeRawBufferPointer(rebasing: longKeys[rangeOfLongKey]))
        }
        var bytes = (UInt64(0), UInt64(0), UInt64(0))
        return try withUnsafeMutablePointer(to: &bytes) { (bytes) throws(Failure) in
            copyKey(to: bytes)
            return try body(UnsafeRawBufferPointer(start: bytes, count: count))
        }
    }
}
