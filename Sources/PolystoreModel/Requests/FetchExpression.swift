/// An operand of a predicate or a projection: a plain tree of names and values.
public indirect enum FetchExpression: Hashable, Sendable, Codable {
    /// A value.
    case constant(Value)
    /// Property names from the evaluated object on: `employer.name`. A trailing `@count` counts a to-many relationship.
    case keyPath([String])
    /// The evaluated object itself.
    case evaluatedObject
    /// A variable, bound before the request runs.
    case variable(String)
    /// A list of operands, for `IN` and `BETWEEN`.
    case aggregate([FetchExpression])
    /// A function of the expression language, by name.
    case function(String, [FetchExpression])
    /// One of two operands by a predicate.
    case conditional(FetchPredicate, FetchExpression, FetchExpression)
    /// The related objects for which a predicate over the named variable holds.
    case subquery(FetchExpression, variable: String, FetchPredicate)
}
