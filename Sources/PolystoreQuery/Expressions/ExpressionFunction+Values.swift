import Foundation
import PolystoreModel

extension ExpressionFunction {
    /// The value of the function for single operands; missing where an operand is, or is of another kind.
    ///
    /// - Throws: `QueryError` with code `arithmeticOverflow`.
    func value(_ operands: [Value]) throws(QueryError) -> Value {
        guard operands.count == operandCount.lowerBound, !operands.contains(.missing) else { return .missing }
        switch self {
        case .add, .subtract, .multiply, .divide, .remainder, .power: return try arithmetic(operands)
        case .squareRoot, .logarithm, .naturalLogarithm, .exponential:
            return operands[0].nearestDouble.map { .result(real($0)) } ?? .missing
        case .floor, .ceiling, .truncation, .absolute: return try rounded(operands[0])
        case .bitwiseAnd, .bitwiseOr, .bitwiseXor, .leftShift, .rightShift, .onesComplement: return bits(operands)
        case .uppercase: return text(operands[0]) { .string($0.uppercased()) }
        case .lowercase: return text(operands[0]) { .string($0.lowercased()) }
        case .canonical:
            return text(operands[0]) {
                .string(TextFolding([.caseInsensitive, .diacriticInsensitive]).fold($0))
            }
        case .length: return text(operands[0]) { .integer(Int64($0.unicodeScalars.count)) }
        case .sum, .count, .minimum, .maximum, .average, .median, .mode, .deviation, .now, .noIndex, .cast:
            return .missing
        }
    }

    private func text(_ value: Value, _ body: (String) -> Value) -> Value { value.comparableText.map(body) ?? .missing }

    private func real(_ number: Double) -> Double {
        switch self {
        case .squareRoot: number.squareRoot()
        case .logarithm: Foundation.log10(number)
        case .naturalLogarithm: Foundation.log(number)
        default: Foundation.exp(number)
        }
    }

    private func rounded(_ value: Value) throws(QueryError) -> Value {
        switch value {
        case .integer(let number):
            guard self == .absolute else { return value }
            return .integer(try checked { () throws(IntegerOverflow) in try IntegerArithmetic.absolute(number) })
        case .double(let number):
            switch self {
            case .floor: return .result(number.rounded(.down))
            case .ceiling: return .result(number.rounded(.up))
            case .truncation: return .result(number.rounded(.towardZero))
            default: return .result(abs(number))
            }
        case .decimal(let number):
            let isNegative = number < 0
            switch self {
            case .floor: return .decimal(number.rounded(.down))
            case .ceiling: return .decimal(number.rounded(.up))
            case .truncation: return .decimal(number.rounded(isNegative ? .up : .down))
            default: return .decimal(isNegative ? -number : number)
            }
        default: return .missing
        }
    }

    private func bits(_ operands: [Value]) -> Value {
        guard case .integers(let numbers)? = NumberOperand(operands) else { return .missing }
        switch self {
        case .bitwiseAnd: return .integer(numbers[0] & numbers[1])
        case .bitwiseOr: return .integer(numbers[0] | numbers[1])
        case .bitwiseXor: return .integer(numbers[0] ^ numbers[1])
        case .leftShift: return .integer(numbers[0] << numbers[1])
        case .rightShift: return .integer(numbers[0] >> numbers[1])
        default: return .integer(~numbers[0])
        }
    }

    /// The result of integer arithmetic, with its error as one of queries.
    func checked<Result>(_ body: () throws(IntegerOverflow) -> Result) throws(QueryError) -> Result {
        do {
            return try body()
        } catch {
            throw QueryError(.arithmeticOverflow, [.function: error.operation])
        }
    }
}

extension Decimal {
    /// The integer in a direction: down is towards the negative.
    fileprivate func rounded(_ mode: NSDecimalNumber.RoundingMode) -> Decimal {
        var (source, result) = (self, Decimal())
        NSDecimalRound(&result, &source, 0, mode)
        return result
    }
}
