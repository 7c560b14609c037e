import Foundation

/// Reading and making `Decimal` values. Foundation offers no public access to the digits that is both exact and quick,
/// so its memory layout is used after a check, and public operations where the check fails.
extension DecimalFields {
    /// Whether `Decimal` is laid out as these functions read and write it.
    ///
    /// Checked once, on known values.
    ///
    /// The layout, 20 bytes: the exponent as a signed byte; a byte of flags with the number of 16-bit words in use in
    /// the upper half, 8 for "negative", 4 for "no trailing zero digits"; two bytes of zeros; eight 16-bit words of
    /// digits, least significant first. Zero uses no word; a negative zero is "not a number".
    package static let knowsFoundationLayout: Bool = {
        guard MemoryLayout<Decimal>.size == layoutSize, Int(littleEndian: 1) == 1 else { return false }
        let known: [(Decimal, DecimalFields?)] = [
            (Decimal(), DecimalFields(isNegative: false, exponent: 0, magnitude: 0)),
            (Decimal.nan, nil),
            (Decimal(-7), DecimalFields(isNegative: true, exponent: 0, magnitude: 7)),
            (
                Decimal(sign: .minus, exponent: -9, significand: Decimal(0x1234_5678_9abc_def1 as UInt64)),
                DecimalFields(isNegative: true, exponent: -9, magnitude: 0x1234_5678_9abc_def1)
            ),
            (
                Decimal.greatestFiniteMagnitude,
                DecimalFields(isNegative: false, exponent: 127, magnitude: .max)
            ),
        ]
        return known.allSatisfy { value, fields in
            guard DecimalFields(foundationLayout: value) == fields else { return false }
            guard let fields else { return true }
            return fields.foundationLayoutDecimal == value
        }
    }()

    private static let layoutSize = 20
    private static let flagsOffset = 1
    private static let digitsOffset = 4
    private static let negativeFlag: UInt8 = 8
    private static let compactFlag: UInt8 = 4
    private static let wordsShift: UInt8 = 4

    /// Reads the fields from the memory of a decimal.
    ///
    /// Call it only where `knowsFoundationLayout` holds or is checked.
    init?(foundationLayout value: Decimal) {
        let (exponent, flags, digits) = withUnsafeBytes(of: value) { bytes in
            (
                bytes.load(as: Int8.self),
                bytes.load(fromByteOffset: Self.flagsOffset, as: UInt8.self),
                bytes.loadUnaligned(fromByteOffset: Self.digitsOffset, as: UInt128.self)
            )
        }
        let isNegative = flags & Self.negativeFlag != 0
        let words = flags >> Self.wordsShift
        if words == 0 && isNegative {
            return nil
        }
        // Words beyond those in use may hold anything.
        let magnitude = words >= 8 ? digits : digits & ((1 << (UInt128(words) * 16)) - 1)
        self.init(isNegative: isNegative, exponent: Int(exponent), magnitude: magnitude)
    }

    /// Writes the fields into the memory of a decimal.
    ///
    /// The exponent must fit.
    var foundationLayoutDecimal: Decimal {
        guard magnitude != 0 else { return Decimal() }
        let words = UInt8((128 - magnitude.leadingZeroBitCount + 15) / 16)
        var flags = words << Self.wordsShift
        if isNegative {
            flags |= Self.negativeFlag
        }
        if !magnitude.isMultiple(of: 10) {
            flags |= Self.compactFlag
        }
        var value = Decimal()
        withUnsafeMutableBytes(of: &value) { bytes in
            bytes.storeBytes(of: Int8(truncatingIfNeeded: exponent), as: Int8.self)
            bytes.storeBytes(of: flags, toByteOffset: Self.flagsOffset, as: UInt8.self)
            bytes.storeBytes(of: magnitude, toByteOffset: Self.digitsOffset, as: UInt128.self)
        }
        return value
    }

    /// Reads the fields from the decimal's text, which is exact and never uses an exponent.
    init?(description value: Decimal) {
        guard !value.isNaN else { return nil }
        var isNegative = false
        var exponent = 0
        var magnitude: UInt128 = 0
        var isFraction = false
        // Zeros are counted, not multiplied in, until another digit follows: the text of 10^127 has 128 digits.
        var zeros = 0
        for character in value.description.utf8 {
            switch character {
            case UInt8(ascii: "-"):
                isNegative = true
            case UInt8(ascii: "."):
                isFraction = true
            case UInt8(ascii: "0"):
                zeros += 1
                exponent -= isFraction ? 1 : 0
            case UInt8(ascii: "1")...UInt8(ascii: "9"):
                for _ in 0..<zeros where magnitude != 0 {
                    magnitude *= 10
                }
                zeros = 0
                magnitude = magnitude * 10 + UInt128(character - UInt8(ascii: "0"))
                exponent -= isFraction ? 1 : 0
            default:
                return nil
            }
        }
        self.init(isNegative: isNegative, exponent: exponent + zeros, magnitude: magnitude)
    }

    /// Makes the decimal with Foundation's arithmetic, or nil where that fails: it does for a few numbers whose zeros
    /// would not fit into the exponent.
    ///
    /// The exponent must fit.
    var arithmeticDecimal: Decimal? {
        let upper = Decimal(UInt64(truncatingIfNeeded: magnitude >> 64))
        let lower = Decimal(UInt64(truncatingIfNeeded: magnitude))
        let digits = upper * (Decimal(UInt64.max) + 1) + lower
        let value = Decimal(sign: isNegative ? .minus : .plus, exponent: exponent, significand: digits)
        return DecimalFields(description: value)?.normalized == normalized ? value : nil
    }
}
