import Foundation
import PolystoreModel

/// What a computed request has for a column, or groups by: an attribute, a path, a computed value, a related object.
public protocol ColumnOperand<ColumnValue> {
    /// The type of the column's values.
    associatedtype ColumnValue: Sendable

    /// The names.
    var queryExpression: FetchExpression { get }

    /// Takes what a request computed for a value of the column's type; nil when it is none.
    static func columnValue(_ computed: PolystoreModel.Value) -> ColumnValue?
}

extension AttributeOperand {
    /// Takes a value of the type, or a number that the type has exactly; a missing one is the zero of the type.
    ///
    /// A decimal is rounded to the nearest double where a double is asked for.
    public static func columnValue(_ computed: PolystoreModel.Value) -> Value? {
        if computed.isMissing { return Value.zeroValue }
        if let value = Value(tagged: computed) { return value }
        // The rules of arithmetic, and not the type of an operand, decide which kind of number a result is.
        switch computed {
        case .integer(let number):
            return Value(tagged: .decimal(Decimal(number)))
                ?? Double(exactly: number).flatMap { Value(tagged: .double($0)) }
        case .decimal(let number):
            if let integer = Int64(exactly: number as NSDecimalNumber), let value = Value(tagged: .integer(integer)) {
                return value
            }
            return computed.nearestDouble.flatMap { Value(tagged: .double($0)) }
        case .double(let number): return Int64(exactly: number).flatMap { Value(tagged: .integer($0)) }
        default: return nil
        }
    }
}

extension ObjectOperand {
    /// Takes an object; nil where there is none.
    public static func columnValue(_ computed: PolystoreModel.Value) -> ObjectID?? {
        switch computed {
        case .missing: .some(nil)
        case .object(let object): .some(object)
        default: nil
        }
    }
}
