import PolystoreModel

/// An expression whose names were found in the model: what the evaluator computes for a row.
public indirect enum ResolvedExpression: Hashable, Sendable {
    /// A value.
    case constant(Value)
    /// The evaluated object.
    case evaluatedObject
    /// The value of a variable, by its number in the comparison.
    case variable(Int, name: String)
    /// A list of values.
    case list([ResolvedExpression])
    /// The objects that a fetch found, in its order.
    case objects([ObjectID], of: ModelEntity)
    /// The objects or values at the end of steps from objects.
    case steps(ResolvedExpression, [ResolvedStep])
    /// A function of operands.
    case function(ExpressionFunction, [ResolvedExpression])
    /// A function that the program registered, of operands: the evaluator calls it, and no store ever does.
    case call(ExtensionFunction, [ResolvedExpression])
    /// A value as another type; missing where it has no meaning there.
    case cast(ResolvedExpression, CastType)
    /// One of two operands.
    case conditional(ResolvedPredicate, ResolvedExpression, ResolvedExpression)
    /// The elements for which a predicate over the variable holds.
    case subquery(ResolvedExpression, variable: Int, name: String, ResolvedPredicate)
    /// Two collections as one.
    case combination(ResolvedExpression, SetOperation, ResolvedExpression)
    /// The first element, or the last.
    case end(ResolvedExpression, isFirst: Bool)
    /// The number of elements, missing ones included.
    case size(ResolvedExpression)
    /// An element by its number.
    case element(ResolvedExpression, at: ResolvedExpression)
    /// The value of an expression, which the variable has from here on.
    case assignment(Int, name: String, ResolvedExpression)
}
