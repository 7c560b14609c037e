/// Arithmetic on eight ASCII characters in one word.
enum ASCIIWord {
    /// The bits that no ASCII character has.
    static let highBits: UInt64 = 0x8080_8080_8080_8080

    /// One in each byte.
    static let ones: UInt64 = 0x0101_0101_0101_0101

    /// The word with A…Z in lower case.
    ///
    /// All eight bytes must be ASCII.
    static func lowercased(_ word: UInt64) -> UInt64 {
        // No sum leaves its byte: an ASCII character is at most 0x7f, and the addends are below 0x80.
        let isAtLeastA = word &+ ones &* UInt64(0x80 - UInt8(ascii: "A"))
        let isAboveZ = word &+ ones &* UInt64(0x7f - UInt8(ascii: "Z"))
        return word | ((isAtLeastA & ~isAboveZ & highBits) >> 2)
    }
}
