import PolystoreModel

extension FetchExpression {
    /// Reads an expression from text: `price * 2`, `SUBQUERY(staff, $x, $x.age > 60).@count`.
    ///
    /// - Parameters:
    ///   - format: The text, in the predicate language.
    ///   - arguments: One for each placeholder.
    /// - Throws: `QueryError` with the offset of what is wrong, in UTF-8 bytes.
    public init(format: String, _ arguments: any PredicateArgument...) throws(QueryError) {
        self = try FormatParser.expression(format, arguments.map(\.predicateExpression))
    }

    /// Reads an expression from text with a list of arguments, which may be of several types.
    ///
    /// - Parameters:
    ///   - format: The text, in the predicate language.
    ///   - arguments: One for each placeholder.
    /// - Throws: `QueryError` with the offset of what is wrong, in UTF-8 bytes.
    public init(format: String, arguments: [any PredicateArgument]) throws(QueryError) {
        self = try FormatParser.expression(format, arguments.map(\.predicateExpression))
    }

    /// The expression as text of the predicate language, which reads back as an equal expression.
    public var formatText: String { FormatPrinter.text(self) }
}

extension FetchExpression: PredicateArgument {
    /// The expression itself.
    public var predicateExpression: FetchExpression { self }
}
