import PolystoreModel

/// What stands in a comparison for values of a type: an attribute, a path to one, a quantified path or a count.
///
///     Person.age > 30 && Person.employer.name.contains("Ac", options: .caseInsensitive)
///     any(Company.staff.age) > 60 || count(Company.staff) == 0
///
/// Nothing is checked against a model before a request is resolved; a property of another entity than the fetched one
/// is an error then.
public protocol AttributeOperand<Value>: ColumnOperand where ColumnValue == Value {
    /// The type of the values.
    associatedtype Value: AttributeValue

    /// The names.
    var queryExpression: FetchExpression { get }
    /// How a to-many step is quantified; none for a path without one.
    var queryQuantifier: FetchComparison.Quantifier { get }
}

extension AttributeOperand {
    /// None: the path goes through to-one relationships only.
    public var queryQuantifier: FetchComparison.Quantifier { .none }
}

extension Attribute: AttributeOperand {
    /// The type of the values.
    public typealias ColumnValue = Value

    /// The attribute's name.
    public var queryExpression: FetchExpression { attributeExpression }
}

extension AttributePath: AttributeOperand {
    /// The type of the values.
    public typealias ColumnValue = Value

    /// The names of the path.
    public var queryExpression: FetchExpression { pathExpression }
}
