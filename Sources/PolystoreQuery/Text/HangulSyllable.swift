/// A precomposed Hangul syllable, whose canonical decomposition is computed rather than looked up.
struct HangulSyllable {
    private static let firstSyllable: UInt32 = 0xac00
    private static let syllableCount: UInt32 = 11_172
    private static let vowelCount: UInt32 = 21
    private static let finalCount: UInt32 = 28
    private static let firstLeading: UInt32 = 0x1100
    private static let firstVowel: UInt32 = 0x1161
    /// One before the first final consonant: none is number zero.
    private static let beforeFirstFinal: UInt32 = 0x11a7

    private let number: UInt32

    /// The syllable that a scalar is, or nil if it is none.
    init?(_ scalar: UInt32) {
        number = scalar &- Self.firstSyllable
        guard number < Self.syllableCount else { return nil }
    }

    /// The two or three jamo; a missing third is zero.
    var jamo: (leading: UInt32, vowel: UInt32, final: UInt32) {
        let final = number % Self.finalCount
        return (
            Self.firstLeading + number / (Self.vowelCount * Self.finalCount),
            Self.firstVowel + number / Self.finalCount % Self.vowelCount,
            final == 0 ? 0 : Self.beforeFirstFinal + final
        )
    }

    /// Writes the jamo, three bytes each, and returns how many bytes they take.
    func write(to target: UnsafeMutableRawPointer) -> Int {
        let (leading, vowel, final) = jamo
        var count = 0
        for scalar in [leading, vowel, final] where scalar != 0 {
            target.storeBytes(of: 0xe0 | UInt8(scalar >> 12), toByteOffset: count, as: UInt8.self)
            target.storeBytes(of: 0x80 | UInt8(scalar >> 6 & 0x3f), toByteOffset: count + 1, as: UInt8.self)
            target.storeBytes(of: 0x80 | UInt8(scalar & 0x3f), toByteOffset: count + 2, as: UInt8.self)
            count += 3
        }
        return count
    }
}
