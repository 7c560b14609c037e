import Foundation
import PolystoreModel

/// The order of numbers of different types, exact: as if both were written out with all their digits.
///
/// Nothing is rounded, so the order is one order over all types: if a is less than b and b less than c, a is less than c.
/// Each function returns a value below zero, zero or above zero, as its first operand is less than, equal to or greater
/// than the second. Not a number, which no property holds, is equal to itself and greater than everything else.
public enum NumberComparison {
    /// The order of two integers.
    public static func order(_ left: Int64, _ right: Int64) -> Int {
        left == right ? 0 : left < right ? -1 : 1
    }

    /// The order of two doubles.
    ///
    /// Zeros of both signs are equal.
    public static func order(_ left: Double, _ right: Double) -> Int {
        if left < right { return -1 }
        if left > right { return 1 }
        if left == right { return 0 }
        return left.isNaN ? (right.isNaN ? 0 : 1) : -1
    }

    /// The order of an integer and a double.
    public static func order(_ left: Int64, _ right: Double) -> Int {
        // The bounds are powers of two, hence exact.
        guard right < 0x1p63 else { return -1 }
        guard right >= -0x1p63 else { return right.isNaN ? -1 : 1 }
        let whole = Int64(right)
        guard left == whole else { return left < whole ? -1 : 1 }
        let fraction = right - Double(whole)
        return fraction == 0 ? 0 : fraction > 0 ? -1 : 1
    }

    /// The order of a double and an integer.
    public static func order(_ left: Double, _ right: Int64) -> Int {
        -order(right, left)
    }

    /// The order of two decimals.
    public static func order(_ left: Decimal, _ right: Decimal) -> Int {
        switch (DecimalFields(left), DecimalFields(right)) {
        case (let left?, let right?): DecimalFields.order(left, right)
        case (nil, nil): 0
        case (nil, _): 1
        case (_, nil): -1
        }
    }

    /// The order of a decimal and an integer.
    public static func order(_ left: Decimal, _ right: Int64) -> Int {
        guard let left = DecimalFields(left) else { return 1 }
        let right = DecimalFields(isNegative: right < 0, exponent: 0, magnitude: UInt128(right.magnitude))
        return DecimalFields.order(left, right)
    }

    /// The order of an integer and a decimal.
    public static func order(_ left: Int64, _ right: Decimal) -> Int {
        -order(right, left)
    }

    /// The order of a decimal and a double, of all digits that the double has: 0.1 as a decimal is less than 0.1 as a
    /// double, which is 0.1000000000000000055….
    public static func order(_ left: Decimal, _ right: Double) -> Int {
        guard let left = DecimalFields(left) else { return right.isNaN ? 0 : 1 }
        guard !right.isNaN else { return -1 }
        let rightSign = right == 0 ? 0 : right < 0 ? -1 : 1
        guard left.sign == rightSign, rightSign != 0, right.isFinite else {
            if right.isInfinite { return -rightSign }
            return left.sign == rightSign ? 0 : left.sign < rightSign ? -1 : 1
        }
        return rightSign * orderOfMagnitudes(left, right.magnitude)
    }

    /// The order of a double and a decimal.
    public static func order(_ left: Double, _ right: Decimal) -> Int {
        -order(right, left)
    }

    /// The order of a decimal that is not zero, without its sign, and a finite double above zero.
    private static func orderOfMagnitudes(_ left: DecimalFields, _ right: Double) -> Int {
        // Within six roundings of the truth, which decides nearly always. (Converting 128 bits at once is slow.)
        let power = powersOfTen[abs(left.exponent)]
        let upper = Double(UInt64(truncatingIfNeeded: left.magnitude >> 64))
        let digits = upper * 0x1p64 + Double(UInt64(truncatingIfNeeded: left.magnitude))
        let estimate = left.exponent < 0 ? digits / power : digits * power
        if abs(estimate - right) > right * 0x1p-50 {
            return estimate < right ? -1 : 1
        }
        // Both sides times the same powers of ten and two, so that they are integers.
        let significand = UInt64(right.significandBitPattern) | (right.isNormal ? 1 << 52 : 0)
        let exponent = Int(max(right.exponentBitPattern, 1)) - 1_075
        var decimalSide = BigNatural(left.magnitude)
        var doubleSide = BigNatural(UInt128(significand))
        decimalSide.multiply(byPowerOfTen: max(left.exponent, 0))
        doubleSide.multiply(byPowerOfTen: max(-left.exponent, 0))
        decimalSide.multiply(byPowerOfTwo: max(-exponent, 0))
        doubleSide.multiply(byPowerOfTwo: max(exponent, 0))
        return BigNatural.order(decimalSide, doubleSide)
    }

    /// 10^0 … 10^128, each rounded once.
    private static let powersOfTen: [Double] = (0...128).map { exponent in
        Double("1e\(exponent)") ?? .nan
    }
}
