import PolystoreModel

/// What stands for several values: those at the end of a path through a to-many relationship, what a subquery or a fetch
/// finds, or what operators on sets make of such.
public protocol CollectionOperand<Element> {
    /// The type of the values.
    associatedtype Element: AttributeValue

    /// The names.
    var queryExpression: FetchExpression { get }
}

extension ManyAttributePath: CollectionOperand {
    /// The type of the values.
    public typealias Element = Value

    /// The names of the path.
    public var queryExpression: FetchExpression { pathExpression }
}

/// Values that were collected by a subquery, a fetch or operators on sets.
public struct CollectedValues<Element: AttributeValue>: CollectionOperand, Sendable {
    /// The expression.
    public let queryExpression: FetchExpression

    /// Takes what an expression gives for values of a type.
    public init(_ expression: FetchExpression) { queryExpression = expression }
}

/// Some values as a collection.
public func list<Element: AttributeValue>(_ values: Element...) -> CollectedValues<Element> {
    CollectedValues(.aggregate(values.map { .constant(FetchExpression.tagged($0)) }))
}

/// The union of two collections, each value once.
public func union<First: CollectionOperand>(
    _ first: First, _ second: some CollectionOperand<First.Element>
) -> CollectedValues<First.Element> { combined(first, .union, second) }

/// The intersection of two collections, each value once.
public func intersection<First: CollectionOperand>(
    _ first: First, _ second: some CollectionOperand<First.Element>
) -> CollectedValues<First.Element> { combined(first, .intersect, second) }

/// The difference of two collections, each value once.
public func difference<First: CollectionOperand>(
    _ first: First, _ second: some CollectionOperand<First.Element>
) -> CollectedValues<First.Element> { combined(first, .minus, second) }

private func combined<Element>(
    _ first: some CollectionOperand<Element>, _ operation: SetOperation, _ second: some CollectionOperand<Element>
) -> CollectedValues<Element> {
    CollectedValues(.combination(first.queryExpression, operation, second.queryExpression))
}

/// The values, each once.
public func distinct<Element>(_ path: ManyAttributePath<Element>) -> CollectedValues<Element> {
    var names = path.propertyKeys.map(\.name)
    names.insert("@" + CollectionOperator.distinctUnionOfObjects.rawValue, at: max(names.count - 1, 0))
    return CollectedValues(.keyPath(names, root: path.pathRoot))
}

/// At least one of the values satisfies the comparison.
public func any<Value>(_ values: CollectedValues<Value>) -> QuantifiedAttribute<Value> {
    QuantifiedAttribute(values.queryExpression, .any)
}

/// Every value satisfies the comparison; true when there is none.
public func all<Value>(_ values: CollectedValues<Value>) -> QuantifiedAttribute<Value> {
    QuantifiedAttribute(values.queryExpression, .all)
}

/// No value satisfies the comparison.
public func none<Value>(_ values: CollectedValues<Value>) -> QuantifiedAttribute<Value> {
    QuantifiedAttribute(values.queryExpression, .noneOf)
}
