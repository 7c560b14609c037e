import Foundation

/// The fields of a decimal number: its value is `magnitude` × 10^`exponent`, negated if `isNegative`.
///
/// Foundation's arithmetic on `Decimal` is slow and rounds; code that compares or stores decimals works on these.
package struct DecimalFields: Hashable, Sendable {
    /// Whether the number is below zero; false for zero.
    package var isNegative: Bool

    /// The power of ten, -128…127 in what `Decimal` can hold.
    package var exponent: Int

    /// The digits as an integer.
    package var magnitude: UInt128

    /// Makes a number of its fields.
    ///
    /// A magnitude of zero is not negative and has the exponent zero.
    package init(isNegative: Bool, exponent: Int, magnitude: UInt128) {
        self.isNegative = isNegative && magnitude != 0
        self.exponent = magnitude == 0 ? 0 : exponent
        self.magnitude = magnitude
    }

    /// The fields of a decimal, exactly as they are stored, or nil if it is not a number.
    package init?(_ value: Decimal) {
        if Self.knowsFoundationLayout {
            self.init(foundationLayout: value)
        } else {
            self.init(description: value)
        }
    }

    /// The number as a `Decimal`, or nil if that type cannot hold it exactly.
    package var decimal: Decimal? {
        guard let fields = fittingDecimal else { return nil }
        return Self.knowsFoundationLayout ? fields.foundationLayoutDecimal : fields.arithmeticDecimal
    }

    /// The same number with no factor of ten left in its magnitude.
    package var normalized: DecimalFields {
        var result = self
        guard magnitude != 0 else { return result }
        while result.magnitude > UInt128(UInt64.max) {
            let (quotient, remainder) = result.magnitude.quotientAndRemainder(dividingBy: 10)
            guard remainder == 0 else { return result }
            result.magnitude = quotient
            result.exponent += 1
        }
        var small = UInt64(result.magnitude)
        while small.isMultiple(of: 10) {
            small /= 10
            result.exponent += 1
        }
        result.magnitude = UInt128(small)
        return result
    }

    /// The same number with an exponent that `Decimal` can hold, or nil if there is none.
    private var fittingDecimal: DecimalFields? {
        var result = self
        while result.exponent > 127 {
            let (product, overflow) = result.magnitude.multipliedReportingOverflow(by: 10)
            guard !overflow else { return nil }
            result.magnitude = product
            result.exponent -= 1
        }
        while result.exponent < -128 {
            let (quotient, remainder) = result.magnitude.quotientAndRemainder(dividingBy: 10)
            guard remainder == 0 else { return nil }
            result.magnitude = quotient
            result.exponent += 1
        }
        return result
    }
}
