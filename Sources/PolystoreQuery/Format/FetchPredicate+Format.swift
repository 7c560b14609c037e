import PolystoreModel

extension FetchPredicate {
    /// Reads a predicate from text: `age > 30 AND employer.name CONTAINS[c] "ac"`.
    ///
    /// `%@` stands for the next argument, `%K` for the next argument as a key path; `%d`, `%f`, `%s` and the other forms
    /// of `printf` for arguments of these kinds. Inside of quotes nothing is replaced.
    ///
    /// - Parameters:
    ///   - format: The text, in the predicate language.
    ///   - arguments: One for each placeholder.
    /// - Throws: `QueryError` with the offset of what is wrong, in UTF-8 bytes; `QueryError.excerpt(of:)` shows the
    ///   place.
    /// - Complexity: Linear in the text, which is at most 1 MiB long and nests at most 200 deep.
    public init(format: String, _ arguments: any PredicateArgument...) throws(QueryError) {
        self = try FormatParser.predicate(format, arguments.map(\.predicateExpression))
    }

    /// Reads a predicate from text with a list of arguments, which may be of several types.
    ///
    /// Variables of the text, such as `$NAME`, get their values from `substituting(_:)`.
    ///
    /// - Parameters:
    ///   - format: The text, in the predicate language.
    ///   - arguments: One for each placeholder.
    /// - Throws: `QueryError` with the offset of what is wrong.
    public init(format: String, arguments: [any PredicateArgument]) throws(QueryError) {
        self = try FormatParser.predicate(format, arguments.map(\.predicateExpression))
    }

    /// Reads a predicate from text with arguments that are expressions.
    ///
    /// - Parameters:
    ///   - format: The text, in the predicate language.
    ///   - expressions: One for each placeholder.
    /// - Throws: `QueryError` with the offset of what is wrong.
    public init(format: String, expressions: [FetchExpression]) throws(QueryError) {
        self = try FormatParser.predicate(format, expressions)
    }

    /// The predicate as text of the predicate language.
    ///
    /// It reads back as an equal predicate, except that a list of parts with fewer than two of them has no text of its
    /// own. The text holds the values of the predicate.
    public var formatText: String { FormatPrinter.text(self) }
}
