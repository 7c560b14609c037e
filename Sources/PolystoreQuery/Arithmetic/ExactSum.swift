/// A sum of doubles that is exact until it is asked for, so that neither the order of the numbers nor how they were
/// grouped changes the result.
///
/// The sum is the true sum rounded once, to nearest, ties to even; an intermediate sum beyond the range of `Double` does
/// no harm, a final one is an infinity. The average is the true quotient rounded once. A sum of zeros is 0.0. An infinity
/// makes the result that infinity; infinities of both signs, or a value that is not a number, leave no result.
public struct ExactSum: Sendable {
    /// The number of values added.
    public private(set) var count = 0

    /// The sum as a fixed-point number: digit i counts 2^(32 i - 1106).
    ///
    /// A digit has 32 bits after carrying; between, it is any signed number, which leaves room for 2^30 additions.
    private var digits = [Int64](repeating: 0, count: Self.digitCount)

    /// The number of additions since the last carrying.
    private var additionsSinceCarry = 0

    private var hasPositiveInfinity = false
    private var hasNegativeInfinity = false
    private var hasNotANumber = false

    /// The unit of the fixed-point number is 2 to the power of minus this: 32 bits below the least double, so that the
    /// quotient of an average has bits to round by.
    private static let unitExponent = 1_106
    /// Up to 2^1024, times 2^64 values, and a sign.
    private static let digitCount = 69
    private static let additionsPerCarry = 1 << 30

    /// A sum of no values.
    public init() {}

    /// Adds a value.
    ///
    /// - Complexity: O(1), a few additions.
    public mutating func add(_ value: Double) {
        count += 1
        guard value.isFinite else {
            hasNotANumber = hasNotANumber || value.isNaN
            hasPositiveInfinity = hasPositiveInfinity || value == .infinity
            hasNegativeInfinity = hasNegativeInfinity || value == -.infinity
            return
        }
        let field = Int(value.exponentBitPattern)
        let significand = value.significandBitPattern | (field == 0 ? 0 : 1 << 52)
        // The lowest bit counts 2^(field - 1075), or 2^-1074 for the least numbers.
        addUnchecked(significand, shift: max(field, 1) - 1_075 + Self.unitExponent, isNegative: value.sign == .minus)
    }

    /// Adds the values of another sum.
    public mutating func add(_ other: ExactSum) {
        carry()
        var other = other
        other.carry()
        for index in digits.indices {
            digits[index] += other.digits[index]
        }
        additionsSinceCarry = 1
        count += other.count
        hasPositiveInfinity = hasPositiveInfinity || other.hasPositiveInfinity
        hasNegativeInfinity = hasNegativeInfinity || other.hasNegativeInfinity
        hasNotANumber = hasNotANumber || other.hasNotANumber
    }

    /// The sum, rounded once; 0.0 of no values; nil if infinities of both signs or not a number were added.
    public var sum: Double? {
        isDefined ? infinity ?? rounded(dividedBy: 1) : nil
    }

    /// The average, rounded once; nil of no values, or if infinities of both signs or not a number were added.
    public var average: Double? {
        isDefined && count > 0 ? infinity ?? rounded(dividedBy: UInt64(count)) : nil
    }

    /// Whether the values have a sum.
    private var isDefined: Bool {
        !hasNotANumber && !(hasPositiveInfinity && hasNegativeInfinity)
    }

    /// The infinity that was added, if any.
    private var infinity: Double? {
        hasPositiveInfinity ? .infinity : hasNegativeInfinity ? -.infinity : nil
    }

    /// The quotient of an integer and a count, rounded once.
    static func quotient(_ dividend: Int128, _ divisor: UInt64) -> Double {
        var exact = ExactSum()
        var rest = dividend.magnitude
        var shift = unitExponent
        while rest != 0 {
            exact.addUnchecked(UInt64(truncatingIfNeeded: rest & 0xffff_ffff), shift: shift, isNegative: dividend < 0)
            rest >>= 32
            shift += 32
        }
        return exact.rounded(dividedBy: divisor)
    }

    /// Adds a significand of at most 53 bits, shifted left.
    private mutating func addUnchecked(_ significand: UInt64, shift: Int, isNegative: Bool) {
        let shifted = UInt128(significand) << UInt128(shift & 31)
        let index = shift >> 5
        let low = Int64(shifted & 0xffff_ffff)
        let middle = Int64(shifted >> 32 & 0xffff_ffff)
        let high = Int64(shifted >> 64)
        if isNegative {
            digits[index] -= low
            digits[index + 1] -= middle
            digits[index + 2] -= high
        } else {
            digits[index] += low
            digits[index + 1] += middle
            digits[index + 2] += high
        }
        additionsSinceCarry += 1
        if additionsSinceCarry == Self.additionsPerCarry {
            carry()
        }
    }

    /// Brings every digit but the last, which bears the sign, into 0…2^32 - 1.
    private mutating func carry() {
        var carry: Int64 = 0
        for index in digits.indices {
            let value = digits[index] + carry
            if index == digits.count - 1 {
                digits[index] = value
            } else {
                digits[index] = value & 0xffff_ffff
                carry = value >> 32
            }
        }
        additionsSinceCarry = 0
    }

    /// The true quotient by a number that is not zero, rounded once.
    private func rounded(dividedBy divisor: UInt64) -> Double {
        var exact = self
        exact.carry()
        let isNegative = exact.digits[exact.digits.count - 1] < 0
        if isNegative {
            for index in exact.digits.indices {
                exact.digits[index].negate()
            }
            exact.carry()
        }
        var remainder: UInt64 = 0
        if divisor > 1 {
            for index in exact.digits.indices.reversed() {
                let dividend = UInt128(remainder) << 32 | UInt128(UInt64(exact.digits[index]))
                exact.digits[index] = Int64(dividend / UInt128(divisor))
                remainder = UInt64(dividend % UInt128(divisor))
            }
        }
        let magnitude = Double(bitPattern: exact.roundedBitPattern(hasRemainder: remainder != 0))
        return isNegative && magnitude != 0 ? -magnitude : magnitude
    }

    /// The bits of the double nearest to the digits, which are carried and not negative.
    private func roundedBitPattern(hasRemainder: Bool) -> UInt64 {
        guard let top = digits.lastIndex(where: { $0 != 0 }) else { return 0 }
        let topBit = top * 32 + 63 - digits[top].leadingZeroBitCount
        // The lowest bit that the result keeps; below the 53 bits, but not below those of the least double.
        let lowest = max(topBit - 52, 32)
        var kept = bits(from: lowest)
        let half = bits(from: lowest - 1) & 1
        let isBelowHalfEmpty = !hasRemainder && !hasBits(below: lowest - 1)
        if half == 1, !isBelowHalfEmpty || kept & 1 == 1 {
            kept += 1
        }
        // A significand that rounding carried to 2^53 adds one to the exponent, as the bits happen to do by themselves.
        let exponent = UInt64(lowest - 32)
        guard exponent <= 2_045 else { return Double.infinity.bitPattern }
        return exponent << 52 + kept
    }

    /// At most 64 bits from a place on; there are no more than 53 above any place that is asked for.
    private func bits(from place: Int) -> UInt64 {
        var result: UInt128 = 0
        let index = place >> 5
        for offset in 0..<3 where index + offset < digits.count {
            result |= UInt128(UInt64(digits[index + offset])) << UInt128(offset * 32)
        }
        return UInt64(truncatingIfNeeded: result >> UInt128(place & 31))
    }

    /// Whether any bit below a place is set.
    private func hasBits(below place: Int) -> Bool {
        let index = place >> 5
        if digits[..<index].contains(where: { $0 != 0 }) {
            return true
        }
        return digits[index] & ((1 << Int64(place & 31)) - 1) != 0
    }
}
