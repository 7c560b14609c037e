import Foundation
import PolystoreModel

extension ExpressionFunction {
    /// Arithmetic of two operands, both there.
    ///
    /// Dates take part: a date and a number of seconds give a date, two dates their distance in seconds.
    func arithmetic(_ operands: [Value]) throws(QueryError) -> Value {
        if let date = datesResult(operands[0], operands[1]) { return date }
        switch NumberOperand(operands) {
        case .integers(let numbers)?: return try integer(numbers[0], numbers[1])
        case .decimals(let numbers)?: return try decimal(numbers[0], numbers[1])
        case .doubles(let numbers)?: return .result(double(numbers[0], numbers[1]))
        case nil: return .missing
        }
    }

    private func datesResult(_ left: Value, _ right: Value) -> Value? {
        switch (self, left, right) {
        case (.subtract, .date(let left), .date(let right)):
            return .result(left.timeIntervalSinceReferenceDate - right.timeIntervalSinceReferenceDate)
        case (.add, .date(let date), _):
            return right.nearestDouble.map { Self.date(date.timeIntervalSinceReferenceDate + $0) }
        case (.add, _, .date(let date)):
            return left.nearestDouble.map { Self.date(date.timeIntervalSinceReferenceDate + $0) }
        case (.subtract, .date(let date), _):
            return right.nearestDouble.map { Self.date(date.timeIntervalSinceReferenceDate - $0) }
        default: return nil
        }
    }

    private static func date(_ seconds: Double) -> Value {
        seconds.isNaN ? .missing : .date(Date(timeIntervalSinceReferenceDate: seconds))
    }

    private func integer(_ left: Int64, _ right: Int64) throws(QueryError) -> Value {
        switch self {
        case .add: return .integer(try checked { () throws(IntegerOverflow) in try IntegerArithmetic.add(left, right) })
        case .subtract:
            return .integer(try checked { () throws(IntegerOverflow) in try IntegerArithmetic.subtract(left, right) })
        case .multiply:
            return .integer(try checked { () throws(IntegerOverflow) in try IntegerArithmetic.multiply(left, right) })
        case .divide:
            let quotient = try checked { () throws(IntegerOverflow) in try IntegerArithmetic.divide(left, right) }
            return quotient.map(Value.integer) ?? .missing
        case .remainder: return IntegerArithmetic.modulo(left, right).map(Value.integer) ?? .missing
        default:
            guard right >= 0 else { return .result(pow(Double(left), Double(right))) }
            return .integer(try checked { () throws(IntegerOverflow) in try Self.power(left, right) })
        }
    }

    /// A power by squaring: the base is squared only while bits are left, so only the result can overflow.
    private static func power(_ base: Int64, _ exponent: Int64) throws(IntegerOverflow) -> Int64 {
        var (result, factor, rest): (Int64, Int64, Int64) = (1, base, exponent)
        while rest > 0 {
            if rest & 1 == 1 {
                let (product, isOver) = result.multipliedReportingOverflow(by: factor)
                guard !isOver else { throw IntegerOverflow(operation: "**") }
                result = product
            }
            rest >>= 1
            guard rest > 0 else { break }
            let (square, isOver) = factor.multipliedReportingOverflow(by: factor)
            guard !isOver else { throw IntegerOverflow(operation: "**") }
            factor = square
        }
        return result
    }

    private func double(_ left: Double, _ right: Double) -> Double {
        switch self {
        case .add: left + right
        case .subtract: left - right
        case .multiply: left * right
        // Division by zero gives no value, as it does for integers.
        case .divide: right == 0 ? .nan : left / right
        case .remainder: right == 0 ? .nan : left.truncatingRemainder(dividingBy: right)
        default: pow(left, right)
        }
    }

    private func decimal(_ left: Decimal, _ right: Decimal) throws(QueryError) -> Value {
        var (first, second, result) = (left, right, Decimal())
        let error: NSDecimalNumber.CalculationError
        switch self {
        case .add: error = NSDecimalAdd(&result, &first, &second, .plain)
        case .subtract: error = NSDecimalSubtract(&result, &first, &second, .plain)
        case .multiply: return try .decimal(decimalProduct(left, right))
        case .divide:
            guard right != 0 else { return .missing }
            error = NSDecimalDivide(&result, &first, &second, .plain)
        case .remainder: return try decimalRemainder(left, right)
        default:
            guard let exponent = Int(exactly: NSDecimalNumber(decimal: right).int64Value), Decimal(exponent) == right,
                (0...1_000).contains(exponent)
            else {
                let numbers = [left, right].compactMap { Value.decimal($0).nearestDouble }
                return numbers.count == 2 ? .result(pow(numbers[0], numbers[1])) : .missing
            }
            return try .decimal(decimalPower(left, exponent))
        }
        guard error != .overflow, !result.isNaN else { throw outOfRange }
        return .decimal(result)
    }

    /// The product, rounded to 38 digits.
    ///
    /// Foundation's product traps where the exponent gets smaller than a decimal can have, so the digits are multiplied
    /// without exponents there.
    private func decimalProduct(_ left: Decimal, _ right: Decimal) throws(QueryError) -> Decimal {
        let exponent = left.exponent + right.exponent
        let isTiny = exponent < Self.leastExponent
        var (first, second, result) = isTiny ? (left.significand, right.significand, Decimal()) : (left, right, 0)
        let error = NSDecimalMultiply(&result, &first, &second, .plain)
        guard error != .overflow, !result.isNaN else { throw outOfRange }
        guard isTiny, !result.isZero else { return result }
        NSDecimalCompact(&result)
        guard result.exponent + exponent >= Self.leastExponent else { throw outOfRange }
        let sign = left.sign == right.sign ? FloatingPointSign.plus : .minus
        return Decimal(sign: sign, exponent: exponent, significand: result.magnitude)
    }

    /// The power by squares, each rounded to 38 digits.
    private func decimalPower(_ base: Decimal, _ exponent: Int) throws(QueryError) -> Decimal {
        var (result, factor, rest) = (Decimal(1), base, exponent)
        while rest > 0 {
            if rest & 1 == 1 { result = try decimalProduct(result, factor) }
            rest >>= 1
            if rest > 0 { factor = try decimalProduct(factor, factor) }
        }
        return result
    }

    /// The smallest exponent that a decimal has.
    private static var leastExponent: Int { -128 }

    private var outOfRange: QueryError { QueryError(.arithmeticOverflow, [.function: symbol]) }

    private func decimalRemainder(_ left: Decimal, _ right: Decimal) throws(QueryError) -> Value {
        guard right != 0, case .decimal(let quotient) = try ExpressionFunction.divide.decimal(left, right),
            case .decimal(let whole) = try ExpressionFunction.truncation.value([.decimal(quotient)]),
            case .decimal(let product) = try ExpressionFunction.multiply.decimal(whole, right)
        else { return .missing }
        return try ExpressionFunction.subtract.decimal(left, product)
    }

    private var symbol: String { FormatOperator.function(rawValue).form?.text ?? rawValue }
}
