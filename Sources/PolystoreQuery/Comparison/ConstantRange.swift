import Foundation
import PolystoreModel

/// What a comparison with a constant asks of the numbers that properties of one kind hold: the one place where a number or a
/// date is compared with a constant.
///
/// Tests of rows, ranges of indexes and statements are made of it, so all of them agree. The order of numbers of different
/// types is that of `NumberComparison`: exact, without a conversion of what is stored.
public enum ConstantRange: Hashable, Sendable {
    /// For booleans (0 and 1), integers and places in an order.
    case integers(NumberRange<Int64>)
    /// For floating-point numbers, and for dates as seconds since the reference date.
    case doubles(NumberRange<Double>)

    /// The range of a comparison; nil where values of the kind and the constant do not compare as numbers, or the operator is
    /// another one.
    ///
    /// `!=` has the range of `==`: what is not in it is not equal.
    ///
    /// - Parameters:
    ///   - comparator: `==`, `!=`, `<`, `<=`, `>` or `>=`.
    ///   - constant: What is compared with.
    ///   - kind: How the property's values are stored.
    public init?(_ comparator: FetchComparison.Operator, _ constant: Value, comparedWith kind: SlotKind) {
        switch (kind, constant) {
        case (.boolean, .boolean),
            (.integer16, .integer), (.integer32, .integer), (.integer64, .integer), (.orderKey, .integer),
            (.integer16, .double), (.integer32, .double), (.integer64, .double), (.orderKey, .double),
            (.integer16, .decimal), (.integer32, .decimal), (.integer64, .decimal), (.orderKey, .decimal):
            guard let range = NumberRange<Int64>(comparator, constant) else { return nil }
            self = .integers(range)
        case (.float, .integer), (.float, .double), (.float, .decimal), (.double, .integer), (.double, .double),
            (.double, .decimal):
            guard let range = NumberRange<Double>(comparator, constant) else { return nil }
            self = .doubles(range)
        case (.date, .date(let date)):
            guard let range = NumberRange<Double>(comparator, .double(date.timeIntervalSinceReferenceDate)) else {
                return nil
            }
            self = .doubles(range)
        default: return nil
        }
    }

    /// The range between two constants, both included; nil where one of them does not compare.
    public init?(from lower: Value, through upper: Value, comparedWith kind: SlotKind) {
        guard let above = ConstantRange(.greaterOrEqual, lower, comparedWith: kind),
            let below = ConstantRange(.lessOrEqual, upper, comparedWith: kind)
        else { return nil }
        switch (above, below) {
        case (.integers(let above), .integers(let below)): self = .integers(above.intersection(below))
        case (.doubles(let above), .doubles(let below)): self = .doubles(above.intersection(below))
        default: return nil
        }
    }

    /// Whether no value of the kind is in the range.
    public var isEmpty: Bool {
        switch self {
        case .integers(let range): range.isEmpty
        case .doubles(let range): range.isEmpty
        }
    }
}
