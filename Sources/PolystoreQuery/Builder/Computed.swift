import Foundation
import PolystoreModel

/// A value that is computed of each object: what arithmetic, functions, aggregates and choices give.
///
///     (Person.salary * 12 > 50_000) && Person.name.length() < 20
///     sum(Company.staff.age) / count(Company.staff) >= 40
///
/// The type is what the program takes the value for; what it really is follows the rules of the expression language.
public struct Computed<Value: AttributeValue>: AttributeOperand, Sendable {
    /// The type of the values.
    public typealias ColumnValue = Value

    /// The expression.
    public let queryExpression: FetchExpression

    /// Takes the value of an expression for one of a type.
    public init(_ expression: FetchExpression) { queryExpression = expression }

    init(_ function: ExpressionFunction, _ operands: FetchExpression...) {
        queryExpression = .function(function.rawValue, operands)
    }

    /// Small values first, missing ones before them.
    public var ascending: SortKey { SortKey(queryExpression) }
    /// Great values first, missing ones behind them.
    public var descending: SortKey { SortKey(queryExpression, ascending: false) }
}

extension RelatedCount {
    /// Small numbers first.
    public var ascending: SortKey { SortKey(queryExpression) }
    /// Great numbers first.
    public var descending: SortKey { SortKey(queryExpression, ascending: false) }
}

/// A value as an operand: `literal(5) - Person.age`.
public func literal<Value: AttributeValue>(_ value: Value) -> Computed<Value> {
    Computed(.constant(FetchExpression.tagged(value)))
}

/// The time at which the request was made, the same for every object.
public func now() -> Computed<Date> {
    Computed(.function(ExpressionFunction.now.rawValue, []))
}

/// What a function that the program has registered gives: `call("initials", as: String.self, Person.name)`.
public func call<Value: AttributeValue>(
    _ function: String, as type: Value.Type, _ operands: any AttributeOperand...
) -> Computed<Value> {
    Computed(.function(function, operands.map(\.queryExpression)))
}

/// One of two values, by a predicate: `choose(Person.isActive == true, Person.salary, literal(0))`.
public func choose<First: AttributeOperand, Second: AttributeOperand>(
    _ predicate: FetchPredicate, _ first: First, _ second: Second
) -> Computed<First.Value> {
    Computed(.conditional(predicate, first.queryExpression, second.queryExpression))
}
