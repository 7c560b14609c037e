/// A key of an index entry that takes no memory of its own: its bytes as numbers, which are in order where the keys are.
struct ShortKey: Equatable {
    /// The most bytes of such a key.
    static let longest = 24

    // Bytes behind the key's end count as zeros.
    let first: UInt64
    let second: UInt64
    let third: UInt64
    /// The length in bytes.
    let count: Int

    /// The key that a closure writes, which gets memory of zeros for as many bytes as the longest has.
    @inline(__always)
    init(count: Int, _ write: (UnsafeMutableRawPointer) -> Void) {
        var bytes: (UInt64, UInt64, UInt64) = (0, 0, 0)
        withUnsafeMutablePointer(to: &bytes) { write(UnsafeMutableRawPointer($0)) }
        first = UInt64(bigEndian: bytes.0)
        second = UInt64(bigEndian: bytes.1)
        third = UInt64(bigEndian: bytes.2)
        self.count = count
    }

    /// The beginning of a key, which is all of a short one.
    @inline(__always)
    init(beginning key: UnsafeRawBufferPointer) {
        first = Self.word(key, at: 0)
        second = Self.word(key, at: 8)
        third = Self.word(key, at: 16)
        count = key.count
    }

    @inline(__always)
    private static func word(_ key: UnsafeRawBufferPointer, at start: Int) -> UInt64 {
        if key.count >= start + 8 {
            return UInt64(bigEndian: key.loadUnaligned(fromByteOffset: start, as: UInt64.self))
        }
        var word: UInt64 = 0
        for place in start..<start + 8 { word = word << 8 | (place < key.count ? UInt64(key[place]) : 0) }
        return word
    }
}
