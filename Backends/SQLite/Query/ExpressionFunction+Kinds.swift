import PolystoreQuery

extension ExpressionFunction {
    /// The static type of a result.
    struct Result {
        var kind: SQLOperand.Kind
        var canFail = false
    }

    /// The kind of what the function makes of single values of some kinds; nil when that differs from value to value,
    /// or is nothing.
    func result(ofKinds kinds: [SQLOperand.Kind]) -> Result? {
        switch self {
        case .add, .subtract, .multiply, .divide, .remainder: return arithmetic(kinds[0], kinds[1])
        case .power:
            guard kinds.allSatisfy(\.isNumber) else { return nil }
            return kinds.contains(.real) ? Result(kind: .real) : Result(kind: .number, canFail: true)
        case .squareRoot, .logarithm, .naturalLogarithm, .exponential:
            return kinds[0].isNumber ? Result(kind: .real) : nil
        case .floor, .ceiling, .truncation: return kinds[0].isNumber ? Result(kind: kinds[0]) : nil
        case .absolute: return kinds[0].isNumber ? Result(kind: kinds[0], canFail: kinds[0] != .real) : nil
        case .bitwiseAnd, .bitwiseOr, .bitwiseXor, .leftShift, .rightShift, .onesComplement:
            return kinds.allSatisfy { $0 == .integer || $0 == .number } ? Result(kind: .integer) : nil
        case .uppercase, .lowercase, .canonical: return kinds[0].isText ? Result(kind: .text) : nil
        case .length: return kinds[0].isText ? Result(kind: .integer) : nil
        default: return nil
        }
    }

    private func arithmetic(_ left: SQLOperand.Kind, _ right: SQLOperand.Kind) -> Result? {
        switch (self, left, right) {
        case (.subtract, .date, .date): return Result(kind: .real)
        case (.add, .date, _) where right.isNumber, (.subtract, .date, _) where right.isNumber:
            return Result(kind: .date)
        case (.add, _, .date) where left.isNumber: return Result(kind: .date)
        default: break
        }
        guard left.isNumber, right.isNumber else { return nil }
        let both = [left, right]
        if both.contains(.real) { return Result(kind: .real) }
        if both.contains(.number) { return Result(kind: .number, canFail: true) }
        return Result(kind: both.contains(.decimal) ? .decimal : .integer, canFail: true)
    }

    /// The kind of what the function makes of elements of a kind.
    func result(ofElements kind: SQLOperand.Kind) -> Result? {
        guard kind.isNumber else { return nil }
        switch self {
        // Of nothing, a sum is an integer.
        case .sum: return Result(kind: kind == .integer ? .integer : .number, canFail: kind != .real)
        case .average:
            switch kind {
            case .integer, .real: return Result(kind: .real)
            default: return Result(kind: kind, canFail: true)
            }
        case .median: return Result(kind: kind == .real || kind == .decimal ? kind : .number, canFail: kind != .real)
        case .deviation: return Result(kind: .real)
        default: return nil
        }
    }
}
