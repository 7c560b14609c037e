import Foundation

/// The stored form of a decimal: bytes whose order is the order of the numbers, and equal exactly for equal numbers.
///
/// Every value that `Decimal` can hold is exact, whatever its number of digits. 1.50 and 1.5 are one number and one
/// encoding. An encoding ends itself: none is the beginning of another, so it may be followed by other bytes, and
/// comparing two as unsigned bytes (as `memcmp` does) over the shorter length always decides.
///
/// # Layout
///
/// The number, without trailing zeros, is written as 0.d₁d₂…dₙ × 10^p with d₁ and dₙ not zero. Bits, the most
/// significant first:
///
/// | bits | content |
/// |---|---|
/// | 1 | 1 |
/// | 9 | 0 for the number zero, with which the encoding ends; else p + 128, which is 1…294 |
/// | 10 for each group | three digits from the left, the last group filled with zeros, as an integer + 24 |
/// | 6 | 0, the end (a group begins with a greater value, because of the 24) |
/// | 0–7 | 0, up to a whole byte |
///
/// The encoding of a negative number is that of its positive with all bits inverted. There are at most 13 groups, so
/// the length is 2 (zero), 4 (up to three digits) … 19 bytes.
///
///     0    80 00          1.5  A0 4A E0 00          -1.5  5F B5 1F FF
public enum DecimalEncoding {
    /// The length that no encoding exceeds, in bytes.
    public static let maximumLength = 19

    /// The exponents p are stored with this added.
    static let exponentBias = 128
    /// The greatest stored exponent: 39 digits before 127 zeros.
    static let greatestStoredExponent: UInt64 = 294
    /// Added to each group, so that its first bits differ from the end marker.
    static let groupBias: UInt64 = 24
    static let groupBits = 10
    static let endBits = 6
    static let headBits = 10
    /// The first bit of the head of anything that is not negative.
    static let signBit: UInt64 = 1 << 9

    /// Appends the encoding of a number.
    ///
    /// - Throws: ``DecimalIsNotANumber`` for NaN; nothing is appended then.
    public static func encode(_ value: Decimal, into bytes: inout [UInt8]) throws(DecimalIsNotANumber) {
        guard let fields = DecimalFields(value)?.normalized else { throw DecimalIsNotANumber() }
        encode(normalized: fields, into: &bytes)
    }

    /// Appends the encoding of a number whose magnitude has no factor of ten.
    static func encode(normalized fields: DecimalFields, into bytes: inout [UInt8]) {
        guard fields.magnitude != 0 else {
            bytes.append(0x80)
            bytes.append(0x00)
            return
        }
        let groups = DecimalGroups(normalized: fields.magnitude)
        let exponent = fields.exponent + groups.digitCount
        var writer = BitWriter(inverts: fields.isNegative)
        writer.append(signBit | UInt64(exponent + exponentBias), bits: headBits, to: &bytes)
        for index in 0..<groups.count {
            writer.append(UInt64(groups[index]) + groupBias, bits: groupBits, to: &bytes)
        }
        writer.append(0, bits: endBits, to: &bytes)
        writer.finish(in: &bytes)
    }

    /// The number that the bytes encode, or nil if they are not exactly one encoding as ``encode(_:into:)`` makes it.
    public static func decode(_ bytes: UnsafeRawBufferPointer) -> Decimal? {
        guard let (value, length) = decodePrefix(bytes), length == bytes.count else { return nil }
        return value
    }

    /// The number whose encoding the bytes begin with, and its length in bytes, or nil if they begin with none.
    public static func decodePrefix(_ bytes: UnsafeRawBufferPointer) -> (value: Decimal, length: Int)? {
        guard let first = bytes.first else { return nil }
        var reader = BitReader(bytes, inverts: first & 0x80 == 0)
        guard let head = reader.next(headBits) else { return nil }
        let storedExponent = head & ~signBit
        if storedExponent == 0 {
            // A negative zero has no encoding.
            guard first & 0x80 != 0, let length = reader.finish() else { return nil }
            return (Decimal(), length)
        }
        guard storedExponent <= greatestStoredExponent else { return nil }
        var groups = DecimalGroups()
        while let marker = reader.next(endBits) {
            if marker == 0 {
                guard let length = reader.finish(), let (magnitude, digitCount) = groups.magnitude else { return nil }
                let exponent = Int(storedExponent) - exponentBias - digitCount
                let fields = DecimalFields(isNegative: first & 0x80 == 0, exponent: exponent, magnitude: magnitude)
                guard let value = fields.decimal else { return nil }
                return (value, length)
            }
            guard let rest = reader.next(groupBits - endBits) else { return nil }
            let group = marker << UInt64(groupBits - endBits) | rest
            guard group >= groupBias, groups.append(UInt16(group - groupBias)) else { return nil }
        }
        return nil
    }
}
