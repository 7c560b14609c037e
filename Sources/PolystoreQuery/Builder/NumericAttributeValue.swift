import Foundation
import PolystoreModel

/// A type whose values are numbers, so that arithmetic applies: integers, doubles, floats, decimals, and optionals of
/// them.
public protocol NumericAttributeValue: AttributeValue {
    /// The type of sums: wide enough for those that are no error.
    associatedtype Sum: NumericAttributeValue = Self
    /// The type of averages.
    associatedtype Average: NumericAttributeValue = Double
}

extension Int: NumericAttributeValue {}
extension Int16: NumericAttributeValue {
    /// Sums have 64 bits.
    public typealias Sum = Int
}
extension Int32: NumericAttributeValue {
    /// Sums have 64 bits.
    public typealias Sum = Int
}
extension Int64: NumericAttributeValue {}
extension UInt8: NumericAttributeValue {
    /// Sums have 64 bits and a sign.
    public typealias Sum = Int
}
extension UInt16: NumericAttributeValue {
    /// Sums have 64 bits and a sign.
    public typealias Sum = Int
}
extension UInt32: NumericAttributeValue {
    /// Sums have 64 bits and a sign.
    public typealias Sum = Int
}
extension UInt64: NumericAttributeValue {
    /// Sums have 64 bits and a sign.
    public typealias Sum = Int
}
extension UInt: NumericAttributeValue {
    /// Sums have 64 bits and a sign.
    public typealias Sum = Int
}
extension Double: NumericAttributeValue {}
extension Float: NumericAttributeValue {
    /// Sums are doubles.
    public typealias Sum = Double
}
extension Decimal: NumericAttributeValue {
    /// Averages of decimals are decimals.
    public typealias Average = Decimal
}
extension Optional: NumericAttributeValue where Wrapped: NumericAttributeValue {
    /// That of the wrapped type: the sum of nothing is 0.
    public typealias Sum = Wrapped.Sum
    /// That of the wrapped type.
    public typealias Average = Wrapped.Average
}
