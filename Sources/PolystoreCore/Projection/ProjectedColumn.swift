import PolystoreModel

/// What a projection may ask for: an attribute, or one of an object that to-one relationships lead to.
public protocol ProjectedColumn<Value>: Sendable {
    /// The type of the values.
    associatedtype Value: AttributeValue

    /// The steps, the attribute last.
    var projectedKeys: [PropertyKey] { get }
}

extension Attribute: ProjectedColumn {
    /// The attribute.
    public var projectedKeys: [PropertyKey] { [propertyKey] }
}

extension AttributePath: ProjectedColumn {
    /// The path.
    public var projectedKeys: [PropertyKey] { propertyKeys }
}
