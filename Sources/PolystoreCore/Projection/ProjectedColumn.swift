import PolystoreModel

/// What a projection may ask for: an attribute, or one of an object that to-one relationships lead to.
public protocol ProjectedColumn<Value>: Sendable {
    /// The type of the values.
    associatedtype Value: AttributeValue

    /// The steps, the attribute last.
    var projectedKeys: [PropertyKey] { get }
    /// The token that the steps begin with.
    var projectedRoot: PathRoot { get }
}

extension ProjectedColumn {
    /// None: the steps are looked up by their names.
    public var projectedRoot: PathRoot { .names }
}

extension Attribute: ProjectedColumn {
    /// The attribute.
    public var projectedKeys: [PropertyKey] { [propertyKey] }
    /// The attribute's token.
    public var projectedRoot: PathRoot { attributeRoot }
}

extension AttributePath: ProjectedColumn {
    /// The path.
    public var projectedKeys: [PropertyKey] { propertyKeys }
    /// The token of the first step.
    public var projectedRoot: PathRoot { pathRoot }
}
