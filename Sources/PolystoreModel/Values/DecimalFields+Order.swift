extension DecimalFields {
    /// Below zero, zero or above zero, as the first number is less than, equal to or greater than the second.
    ///
    /// Exact.
    package static func order(_ left: DecimalFields, _ right: DecimalFields) -> Int {
        let (leftSign, rightSign) = (left.sign, right.sign)
        guard leftSign == rightSign, leftSign != 0 else {
            return leftSign == rightSign ? 0 : leftSign < rightSign ? -1 : 1
        }
        return leftSign * orderOfMagnitudes(left, right)
    }

    /// -1, 0 or 1.
    package var sign: Int {
        magnitude == 0 ? 0 : isNegative ? -1 : 1
    }

    /// The order of two numbers that are not zero, without their signs.
    private static func orderOfMagnitudes(_ left: DecimalFields, _ right: DecimalFields) -> Int {
        if left.exponent < right.exponent {
            return -orderOfMagnitudes(right, left)
        }
        var scaled = left.magnitude
        for _ in right.exponent..<left.exponent {
            let (product, overflow) = scaled.multipliedReportingOverflow(by: 10)
            // More than any magnitude on the other side, and the rest of the factors only add to it.
            guard !overflow else { return 1 }
            scaled = product
        }
        return scaled == right.magnitude ? 0 : scaled < right.magnitude ? -1 : 1
    }
}
