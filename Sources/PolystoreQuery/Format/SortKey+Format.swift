import PolystoreModel

extension SortKey {
    /// Reads sort keys from text: `-age, employer.name[c], name`.
    ///
    /// A minus sorts great values first, a plus or nothing small ones; letters in brackets fold text.
    ///
    /// - Throws: `QueryError` with the offset of what is wrong, in UTF-8 bytes.
    public static func keys(format: String) throws(QueryError) -> [SortKey] {
        var parser = try FormatParser(format, [])
        if parser.current.kind == .end { return [] }
        var keys: [SortKey] = []
        repeat {
            let isDescending = parser.skip("-")
            if !isDescending { _ = parser.skip("+") }
            let path = try parser.path()
            keys.append(SortKey(path, ascending: !isDescending, options: try parser.options()))
        } while parser.skip(",")
        try parser.finish("',' or the end")
        return keys
    }

    /// The key as text that `keys(format:)` reads.
    public var formatText: String {
        "\(isAscending ? "" : "-")\(FormatPrinter.path(keyPath))\(FormatPrinter.text(options))"
    }
}
