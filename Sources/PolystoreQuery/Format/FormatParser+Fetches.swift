import PolystoreModel

extension FormatParser {
    /// Reads one sort key: its direction, what is compared, and how text is folded.
    mutating func sortKey() throws(QueryError) -> SortKey {
        let isDescending = skip("-")
        if !isDescending { _ = skip("+") }
        let outer = sortKeyDepth
        sortKeyDepth = depth
        defer { sortKeyDepth = outer }
        let expression: FetchExpression
        if let word = current.keyword, word != "SELF", FormatKeyword.reserved.contains(word),
            following.kind != .symbol("(")
        {
            // No word has another meaning where only an expression can stand.
            expression = .keyPath(try path())
        } else {
            expression = try self.expression()
        }
        return SortKey(expression, ascending: !isDescending, options: try options())
    }

    /// Whether the letters of a sort key's options stand here, and not an index.
    var isAtSortOptions: Bool {
        guard sortKeyDepth == depth, current.kind == .symbol("["), case .word(let letters) = following.kind,
            FetchComparison.Options(letters: letters.lowercased()) != nil, token(2).kind == .symbol("]")
        else { return false }
        return [.end, .symbol(","), .symbol("}")].contains(token(3).kind)
    }

    /// Reads what stands between the parentheses of `FETCH`: a request, and whether only its objects are counted.
    mutating func fetch() throws(QueryError) -> FetchExpression {
        var (request, countOnly) = (FetchRequestDescription(entityName: ""), false)
        height = 0
        if case .placeholder("@") = current.kind {
            let offset = current.offset
            guard case .fetch(let given, let counts) = try argument() else {
                throw QueryError(.argumentMismatch, [.offset: String(offset), .expected: "a fetch request for %@"])
            }
            (request, countOnly) = (given, counts)
        } else {
            request = try writtenRequest()
        }
        if skip(",") {
            countOnly = isAt("TRUE", "YES")
            guard skip("TRUE", "YES", "FALSE", "NO") else { throw unexpected("TRUE or FALSE") }
        }
        try expect(")")
        return .fetch(request, countOnly: countOnly)
    }

    private static let clauses: Set<String> = [
        "WHERE", "SORT", "LIMIT", "OFFSET", "BATCH", "PREFETCH", "STORES", "SAVED",
    ]

    private mutating func writtenRequest() throws(QueryError) -> FetchRequestDescription {
        var isExact = false
        if isAt("ONLY") {
            let isModifier =
                switch following.kind {
                case .name: true
                case .word(let word): !Self.clauses.contains(word.uppercased())
                default: false
                }
            if isModifier {
                isExact = true
                advance()
            }
        }
        guard case .word(let name) = nameToken else { throw unexpected("an entity's name") }
        advance()
        var request = FetchRequestDescription(entityName: name)
        request.includesSubentities = !isExact
        if skip("WHERE") { request.predicate = try predicate() }
        let highest = height
        if skip("SORT") { request.sortKeys = try braced { parser throws(QueryError) in try parser.sortKey() } }
        if skip("LIMIT") { request.limit = try count() }
        if skip("OFFSET") { request.offset = try count() ?? 0 }
        if skip("BATCH") { request.batchSize = try count() }
        if skip("PREFETCH") {
            request.prefetchedKeyPaths = try braced { parser throws(QueryError) in try parser.path() }
        }
        if skip("STORES") { request.affectedStores = try braced { parser throws(QueryError) in try parser.text() } }
        if skip("SAVED") { request.includesPendingChanges = false }
        try rise(above: max(highest, height))
        return request
    }

    /// The name that stands here, as a word.
    private var nameToken: FormatToken.Kind {
        if case .name(let name) = current.kind { .word(name) } else { current.kind }
    }

    private mutating func braced<Element>(
        _ read: (inout FormatParser) throws(QueryError) -> Element
    ) throws(QueryError) -> [Element] {
        try expect("{")
        var elements: [Element] = []
        guard !skip("}") else { return elements }
        var highest = height
        repeat {
            elements.append(try nested(read))
            highest = max(highest, height)
        } while skip(",")
        try expect("}")
        height = highest
        return elements
    }

    private mutating func count() throws(QueryError) -> Int? {
        let isNegative = skip("-")
        guard case .number(let digits) = current.kind, let number = Int(digits) else {
            throw unexpected("a whole number")
        }
        advance()
        return isNegative ? -number : number
    }

    private mutating func text() throws(QueryError) -> String {
        guard case .string(let text) = current.kind else { throw unexpected("a store's name as text") }
        advance()
        return text
    }
}
