import Foundation
import PolystoreModel

/// Numbers of an operation, brought to the type that they are computed in: integers stay integers, a decimal beside them
/// makes decimals, and a floating-point number beside anything makes doubles.
enum NumberOperand {
    case integers([Int64])
    case decimals([Decimal])
    case doubles([Double])

    /// Nil when a value is no number.
    init?(_ values: [Value]) {
        var (hasDouble, hasDecimal) = (false, false)
        for value in values {
            switch value {
            case .integer: break
            case .double: hasDouble = true
            case .decimal: hasDecimal = true
            default: return nil
            }
        }
        if hasDouble {
            self = .doubles(values.compactMap(\.nearestDouble))
        } else if hasDecimal {
            self = .decimals(values.compactMap(\.exactDecimal))
        } else {
            self = .integers(values.compactMap { if case .integer(let number) = $0 { number } else { nil } })
        }
    }
}

extension Value {
    /// The number as the nearest double; nil for what is no number.
    var nearestDouble: Double? {
        switch self {
        case .integer(let number): return Double(number)
        case .double(let number): return number
        case .decimal(let number):
            guard let fields = DecimalFields(number)?.normalized else { return nil }
            return Double("\(fields.isNegative ? "-" : "")\(fields.magnitude)e\(fields.exponent)")
        default: return nil
        }
    }

    /// An integer or a decimal as a decimal.
    var exactDecimal: Decimal? {
        switch self {
        case .integer(let number): Decimal(number)
        case .decimal(let number): number
        default: nil
        }
    }

    /// A result of floating-point arithmetic: one that is not a number is missing, and zero has no sign.
    static func result(_ number: Double) -> Value { number.isNaN ? .missing : .double(number == 0 ? 0 : number) }
}
