/// Arithmetic on 64-bit integers as predicates and derived properties do it: overflow is an error, division truncates
/// towards zero, and division by zero gives no value.
public enum IntegerArithmetic {
    /// The sum.
    ///
    /// - Throws: ``IntegerOverflow``.
    public static func add(_ left: Int64, _ right: Int64) throws(IntegerOverflow) -> Int64 {
        try checked(left.addingReportingOverflow(right), "+")
    }

    /// The difference.
    ///
    /// - Throws: ``IntegerOverflow``.
    public static func subtract(_ left: Int64, _ right: Int64) throws(IntegerOverflow) -> Int64 {
        try checked(left.subtractingReportingOverflow(right), "-")
    }

    /// The product.
    ///
    /// - Throws: ``IntegerOverflow``.
    public static func multiply(_ left: Int64, _ right: Int64) throws(IntegerOverflow) -> Int64 {
        try checked(left.multipliedReportingOverflow(by: right), "*")
    }

    /// The quotient, truncated towards zero: -7 / 2 is -3.
    ///
    /// Nil if the divisor is zero.
    ///
    /// - Throws: ``IntegerOverflow`` for the least integer divided by -1.
    public static func divide(_ left: Int64, _ right: Int64) throws(IntegerOverflow) -> Int64? {
        guard right != 0 else { return nil }
        return try checked(left.dividedReportingOverflow(by: right), "/")
    }

    /// The remainder of the truncated division, with the sign of the dividend: -7 modulo 2 is -1.
    ///
    /// Nil if the divisor is zero. The least integer modulo -1 is zero.
    public static func modulo(_ left: Int64, _ right: Int64) -> Int64? {
        guard right != 0 else { return nil }
        return right == -1 ? 0 : left % right
    }

    /// The number with the other sign.
    ///
    /// - Throws: ``IntegerOverflow`` for the least integer.
    public static func negate(_ value: Int64) throws(IntegerOverflow) -> Int64 {
        try subtract(0, value)
    }

    /// The number without its sign.
    ///
    /// - Throws: ``IntegerOverflow`` for the least integer.
    public static func absolute(_ value: Int64) throws(IntegerOverflow) -> Int64 {
        guard let result = Int64(exactly: value.magnitude) else { throw IntegerOverflow(operation: "abs") }
        return result
    }

    private static func checked(
        _ result: (partialValue: Int64, overflow: Bool), _ operation: String
    ) throws(IntegerOverflow) -> Int64 {
        guard !result.overflow else { throw IntegerOverflow(operation: operation) }
        return result.partialValue
    }
}
