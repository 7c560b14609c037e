import PolystoreModel

/// Reads predicate text: a recursive-descent parser with a limit on depth and length, so that no text ever overflows
/// the stack.
struct FormatParser {
    /// The deepest nesting of parentheses, braces and negations.
    static let maximumDepth = 200
    /// The longest text, in bytes.
    static let maximumLength = 1 << 20

    private(set) var tokens: [FormatToken]
    private(set) var position = 0
    private(set) var depth = 0
    /// How often a token was passed over: once each, however the text nests.
    private(set) var passedCount = 0
    /// The height of the tree that was read last.
    var height = 0
    /// The depth at which letters in brackets are the options of a sort key; nil where none is read.
    var sortKeyDepth: Int?
    private let arguments: [FetchExpression]
    private var usedArguments = 0

    init(_ text: String, _ arguments: [FetchExpression]) throws(QueryError) {
        tokens = try FormatLexer.tokens(of: text)
        self.arguments = arguments
    }

    /// Reads a whole text.
    static func predicate(_ text: String, _ arguments: [FetchExpression] = []) throws(QueryError) -> FetchPredicate {
        var parser = try FormatParser(text, arguments)
        let predicate = try parser.predicate()
        try parser.finish("AND, OR or the end")
        return predicate
    }

    /// Reads a whole text.
    static func expression(_ text: String, _ arguments: [FetchExpression] = []) throws(QueryError) -> FetchExpression {
        var parser = try FormatParser(text, arguments)
        let expression = try parser.expression()
        try parser.finish("an operator or the end")
        return expression
    }

    /// Checks that everything was read and every argument was used.
    mutating func finish(_ expected: String) throws(QueryError) {
        guard current.kind == .end else { throw unexpected(expected) }
        guard usedArguments == arguments.count else {
            throw QueryError(
                .argumentMismatch, [.expected: String(usedArguments), .found: String(arguments.count)])
        }
    }

    /// The token that is read next; the end is never passed.
    var current: FormatToken { tokens[position] }

    /// The token behind the next; the end when there is none.
    var following: FormatToken { token(1) }

    /// The token so many behind the next; the end when there is none.
    func token(_ distance: Int) -> FormatToken { tokens[min(position + distance, tokens.count - 1)] }

    mutating func advance() {
        position = min(position + 1, tokens.count - 1)
        passedCount += 1
    }

    /// Whether a symbol or a keyword stands here.
    func isAt(_ words: String...) -> Bool {
        words.contains { current.kind == .symbol($0) || current.keyword == $0 }
    }

    /// Passes over a symbol or a keyword; false when it does not stand here.
    mutating func skip(_ words: String...) -> Bool {
        guard words.contains(where: { current.kind == .symbol($0) || current.keyword == $0 }) else { return false }
        advance()
        return true
    }

    /// Passes over a symbol that must stand here.
    mutating func expect(_ symbol: String) throws(QueryError) {
        guard skip(symbol) else { throw unexpected("'\(symbol)'") }
    }

    /// Reads something that is nested in what is read now.
    mutating func nested<Result>(
        _ read: (inout FormatParser) throws(QueryError) -> Result
    ) throws(QueryError) -> Result {
        guard depth < FormatParser.maximumDepth else {
            throw QueryError(
                .tooDeep, [.limit: String(FormatParser.maximumDepth), .offset: String(current.offset)])
        }
        depth += 1
        let result = try read(&self)
        depth -= 1
        return result
    }

    /// Notes that what was read is one level higher than its highest part; chains of operators nest, too.
    mutating func rise(above highest: Int) throws(QueryError) {
        guard highest < FormatParser.maximumDepth else {
            throw QueryError(
                .tooDeep, [.limit: String(FormatParser.maximumDepth), .offset: String(current.offset)])
        }
        height = highest + 1
    }

    /// Notes that what was read has no parts.
    mutating func leaf<Node>(_ node: Node) -> Node {
        height = 0
        return node
    }

    /// The next argument of the caller.
    mutating func argument() throws(QueryError) -> FetchExpression {
        guard usedArguments < arguments.count else {
            throw QueryError(
                .argumentMismatch, [.offset: String(current.offset), .found: String(arguments.count)])
        }
        usedArguments += 1
        advance()
        return arguments[usedArguments - 1]
    }

    func unexpected(_ expected: String) -> QueryError {
        FormatParser.error(expected, found: current.name, at: current.offset)
    }

    /// Refuses a word of the language in front of what can only follow a property.
    func requireNoName(_ expected: String) throws(QueryError) {
        guard case .word(let word) = current.kind else { return }
        // `NOT in == 3` is of a property `in`, and `not IN {3}` of a property `not`.
        let isFollowed = following.kind == .symbol(".") || isComparison(following)
        let isWord = following.keyword != nil
        guard isFollowed, !isWord || !(token(2).kind == .symbol(".") || isComparison(token(2))) else { return }
        throw unexpected("\(expected) (write #\(word) for a property of that name)")
    }

    static func error(_ expected: String, found: String? = nil, at offset: Int) -> QueryError {
        QueryError(.invalidSyntax, [.offset: String(offset), .expected: expected, .found: found])
    }
}
