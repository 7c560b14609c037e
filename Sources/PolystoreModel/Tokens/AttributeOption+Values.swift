import Foundation

extension AttributeOption where Value: AttributeValue {
    /// The value of a new object.
    ///
    /// A decimal literal is the number that is written: `3.133`, although Swift makes such literals by way of a double.
    public static func `default`(_ value: Value) -> Self { .default(tagged: AttributeLiteral.tagged(value)) }

    /// The smallest valid value; of decimals see `default(_:)`.
    public static func minimum(_ value: Value) -> Self { .minimum(tagged: AttributeLiteral.tagged(value)) }

    /// The largest valid value; of decimals see `default(_:)`.
    public static func maximum(_ value: Value) -> Self { .maximum(tagged: AttributeLiteral.tagged(value)) }
}

extension AttributeOption where Value == AnyAttributeValue {
    /// The value of a new object; a number is converted to the kind of the attribute.
    public static func `default`(_ value: some AttributeValue) -> Self {
        .default(tagged: AttributeLiteral.tagged(value))
    }

    /// The smallest valid value; a number is converted to the kind of the attribute.
    public static func minimum(_ value: some AttributeValue) -> Self {
        .minimum(tagged: AttributeLiteral.tagged(value))
    }

    /// The largest valid value; a number is converted to the kind of the attribute.
    public static func maximum(_ value: some AttributeValue) -> Self {
        .maximum(tagged: AttributeLiteral.tagged(value))
    }
}

/// Stands for the Swift type of an attribute that has none: one of a description without classes.
public enum AnyAttributeValue: Sendable {}
