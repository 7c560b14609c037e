import Foundation
import PolystoreModel

/// A type whose values are numbers, so that arithmetic applies: integers, doubles, floats, decimals, and optionals of
/// them.
public protocol NumericAttributeValue: AttributeValue {}

extension Int: NumericAttributeValue {}
extension Int16: NumericAttributeValue {}
extension Int32: NumericAttributeValue {}
extension Int64: NumericAttributeValue {}
extension Double: NumericAttributeValue {}
extension Float: NumericAttributeValue {}
extension Decimal: NumericAttributeValue {}
extension Optional: NumericAttributeValue where Wrapped: NumericAttributeValue {}
