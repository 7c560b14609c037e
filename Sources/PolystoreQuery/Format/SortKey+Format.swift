import PolystoreModel

extension SortKey {
    /// Reads sort keys from text: `-age, employer.name[c], length(name), staff.@count`.
    ///
    /// A minus sorts great values first, a plus or nothing small ones; letters in brackets fold text.
    ///
    /// - Throws: `QueryError` with the offset of what is wrong, in UTF-8 bytes.
    public static func keys(format: String) throws(QueryError) -> [SortKey] {
        var parser = try FormatParser(format, [])
        if parser.current.kind == .end { return [] }
        var keys: [SortKey] = []
        repeat { keys.append(try parser.sortKey()) } while parser.skip(",")
        try parser.finish("',' or the end")
        return keys
    }

    /// The key as text that `keys(format:)` reads.
    public var formatText: String {
        var text = FormatPrinter.operand(expression)
        // What ends in a bracket would be read as options, and options as an index.
        if !expression.isPlainOperand, !options.isEmpty || text.hasSuffix("]") { text = "(\(text))" }
        // A minus at the beginning of an expression would be read as the direction.
        let sign = isAscending ? (text.hasPrefix("-") ? "+" : "") : "-"
        return "\(sign)\(text)\(FormatPrinter.text(options))"
    }
}

extension FetchExpression {
    /// Whether letters in brackets behind the text belong to nothing in it.
    fileprivate var isPlainOperand: Bool {
        switch self {
        case .keyPath, .evaluatedObject: true
        default: false
        }
    }
}
