/// An operand of a predicate or a projection: a plain tree of names and values.
public indirect enum FetchExpression: Hashable, Sendable, Codable {
    /// A value, and the word of the predicate language that it was read from, if it was.
    case constant(Value, word: LiteralWord = .none)
    /// Property names from the evaluated object on: `employer.name`.
    ///
    /// A name that begins with `@` is a collection operator: `staff.@count`, `staff.@avg.age`. The root is the token
    /// that the path was built from.
    case keyPath([String], root: PathRoot = .names)
    /// The evaluated object itself.
    case evaluatedObject
    /// A variable, bound before the request runs, or by the subquery or the assignment around it.
    case variable(String)
    /// A list of operands.
    case aggregate([FetchExpression])
    /// A function of the expression language, by name; operators of arithmetic are functions such as `add:to:`.
    case function(String, [FetchExpression])
    /// One of two operands by a predicate.
    case conditional(FetchPredicate, FetchExpression, FetchExpression)
    /// The elements of a collection for which a predicate over the named variable holds.
    case subquery(FetchExpression, variable: String, FetchPredicate)
    /// Property names from what another expression gives on: `$x.name`, `SUBQUERY(…).@count`.
    case path(FetchExpression, [String])
    /// An element of a collection.
    case element(FetchExpression, ElementSelector)
    /// Two collections as one.
    case combination(FetchExpression, SetOperation, FetchExpression)
    /// The value of an expression, which the named variable has from here on to the end of the comparison.
    case assignment(String, FetchExpression)
    /// The objects that a request of its own finds, or with `countOnly` their number.
    ///
    /// The request knows nothing of the evaluated object: its paths start at the objects that it fetches.
    case fetch(FetchRequestDescription, countOnly: Bool)
}
