import Foundation
import PolystoreModel

/// The numbers of one stored type that satisfy a comparison with a constant of any numeric type: always a range, whose
/// bounds are found once, exactly, so that rows are tested without conversion.
public struct NumberRange<Bound: Comparable & Sendable>: Hashable, Sendable where Bound: Hashable {
    /// The least number of the range.
    public var lower: Bound
    /// The greatest number of the range; less than the least where no number is in it.
    public var upper: Bound

    /// Whether no number is in the range.
    public var isEmpty: Bool { upper < lower }

    /// The numbers that are in both.
    public func intersection(_ other: NumberRange) -> NumberRange {
        NumberRange(lower: max(lower, other.lower), upper: min(upper, other.upper))
    }
}

extension NumberRange<Int64> {
    /// All integers.
    public static let all = NumberRange(lower: .min, upper: .max)
    /// No integer.
    public static let none = NumberRange(lower: 1, upper: 0)

    /// The integers that satisfy a comparison; nil when the constant is no number or the operator no order.
    public init?(_ comparator: FetchComparison.Operator, _ constant: Value) {
        guard let (floor, isExact) = NumberRange.floor(constant) else { return nil }
        switch comparator {
        case .equal, .notEqual:
            self = if isExact, let floor { NumberRange(lower: floor, upper: floor) } else { .none }
        case .lessOrEqual: self = floor.map { NumberRange(lower: .min, upper: $0) } ?? .none
        case .less:
            guard let floor, !isExact || floor > .min else {
                self = .none
                return
            }
            self = NumberRange(lower: .min, upper: isExact ? floor - 1 : floor)
        case .greater, .greaterOrEqual:
            guard let floor else {
                self = .all
                return
            }
            if isExact, comparator == .greaterOrEqual {
                self = NumberRange(lower: floor, upper: .max)
            } else {
                self = floor == .max ? .none : NumberRange(lower: floor + 1, upper: .max)
            }
        default: return nil
        }
    }

    /// The greatest integer that is not greater than a number, nil when there is none, and whether it is the number.
    private static func floor(_ constant: Value) -> (Int64?, isExact: Bool)? {
        switch constant {
        case .integer(let value): return (value, true)
        case .boolean(let value): return (value ? 1 : 0, true)
        case .double(let value):
            guard !value.isNaN else { return nil }
            if value >= 0x1p63 { return (.max, false) }
            if value < -0x1p63 { return (nil, false) }
            let floor = Int64(value.rounded(.down))
            return (floor, NumberComparison.order(floor, value) == 0)
        case .decimal(let value):
            guard let fields = DecimalFields(value) else { return nil }
            return floor(fields)
        default: return nil
        }
    }

    private static func floor(_ fields: DecimalFields) -> (Int64?, isExact: Bool) {
        let beyond: (Int64?, isExact: Bool) = fields.isNegative ? (nil, false) : (.max, false)
        var (magnitude, isExact) = (fields.magnitude, true)
        if fields.exponent > 0 {
            for _ in 0..<fields.exponent {
                let (product, overflow) = magnitude.multipliedReportingOverflow(by: 10)
                guard !overflow else { return beyond }
                magnitude = product
            }
        } else {
            for _ in 0..<(-fields.exponent) where magnitude != 0 {
                let (quotient, remainder) = magnitude.quotientAndRemainder(dividingBy: 10)
                magnitude = quotient
                if remainder != 0 { isExact = false }
            }
        }
        guard let whole = Int128(exactly: magnitude) else { return beyond }
        let floor = fields.isNegative ? -whole - (isExact ? 0 : 1) : whole
        guard let integer = Int64(exactly: floor) else { return beyond }
        return (integer, isExact)
    }
}

extension NumberRange<Double> {
    /// All doubles.
    public static let all = NumberRange(lower: -.infinity, upper: .infinity)
    /// No double.
    public static let none = NumberRange(lower: 1, upper: 0)

    /// The doubles that satisfy a comparison; nil when the constant is no number or the operator no order.
    public init?(_ comparator: FetchComparison.Operator, _ constant: Value) {
        guard let floor = NumberRange.floor(constant) else { return nil }
        let isExact = ValueOrder.order(.double(floor), constant) == 0
        switch comparator {
        case .equal, .notEqual: self = isExact ? NumberRange(lower: floor, upper: floor) : .none
        case .lessOrEqual: self = NumberRange(lower: -.infinity, upper: floor)
        case .less:
            guard !isExact || floor > -.infinity else {
                self = .none
                return
            }
            self = NumberRange(lower: -.infinity, upper: isExact ? floor.nextDown : floor)
        case .greater, .greaterOrEqual:
            if isExact, comparator == .greaterOrEqual {
                self = NumberRange(lower: floor, upper: .infinity)
            } else {
                self = floor == .infinity ? .none : NumberRange(lower: floor.nextUp, upper: .infinity)
            }
        default: return nil
        }
    }

    /// The greatest double that is not greater than a number.
    private static func floor(_ constant: Value) -> Double? {
        var near: Double
        switch constant {
        case .double(let value): return value.isNaN ? nil : value
        case .integer(let value): near = Double(value)
        case .decimal(let value):
            guard !value.isNaN else { return nil }
            near = Double(truncating: value as NSDecimalNumber)
        default: return nil
        }
        // The conversion is near the truth; from there it is a few steps.
        while let order = ValueOrder.order(.double(near), constant), order > 0 { near = near.nextDown }
        while near < .infinity, let order = ValueOrder.order(.double(near.nextUp), constant), order <= 0 {
            near = near.nextUp
        }
        return near
    }
}
