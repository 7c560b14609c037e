import PolystoreModel

/// What stands between parentheses or operators: a predicate or an expression, told apart only when it was read.
enum FormatNode {
    case predicate(FetchPredicate)
    case expression(FetchExpression)
}
