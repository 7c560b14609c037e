import Polystore

/// The columns of a query that are computed: expressions with names, in groups or not.
struct ComputedColumns {
    private let request: DictionaryRequestDescription
    /// The texts of the options that it was read from.
    let texts: [LocatedText]

    /// Reads what to compute; nil when plain key paths are all that is asked for.
    ///
    /// - Throws: `LocatedError` with the place in the text of an option.
    init?(
        select: String?, grouping: String?, having: String?, isDistinct: Bool, of objects: FetchRequestDescription
    ) throws {
        func read<Result>(_ name: String, _ text: String, _ body: () throws -> Result) throws -> Result {
            do {
                return try body()
            } catch let error as QueryError {
                throw LocatedError(file: name, text: text, error: error)
            }
        }
        let columns = try select.map { text in
            try read("--select", text) { try NamedExpression.columns(format: text) }
        }
        let groups = try grouping.map { text in
            try read("--group-by", text) { try NamedExpression.columns(format: text) }
        }
        let isPlain = columns?.allSatisfy(Self.isPlain) ?? true
        guard !isPlain || groups != nil || having != nil || isDistinct else { return nil }
        let condition = try having.map { text in try read("--having", text) { try FetchPredicate(format: text) } }
        request = DictionaryRequestDescription(
            objects, columns: columns ?? groups ?? [], grouping: (groups ?? []).map(\.expression), having: condition,
            isDistinct: isDistinct)
        func paths(_ columns: [NamedExpression]?) -> [[String]] { (columns ?? []).flatMap(\.expression.keyPaths) }
        texts = [
            ("--select", select, paths(columns)), ("--group-by", grouping, paths(groups)),
            ("--having", having, condition?.keyPaths ?? []),
        ].compactMap { name, text, paths in text.map { LocatedText(name: name, text: $0, keyPaths: paths) } }
    }

    /// Whether a column is a key path without operators but `@count`, under its own name.
    private static func isPlain(_ column: NamedExpression) -> Bool {
        guard case .keyPath(let names, _) = column.expression else { return false }
        return column.name == column.expression.formatText
            && !names.dropLast().contains { $0.hasPrefix("@") }
            && (names.last == "@count" || names.last?.hasPrefix("@") == false)
    }

    /// The titles.
    var columns: [ResultColumn] { request.columns.map { ResultColumn($0.name) } }

    /// How the rows would be computed.
    func explanation(in context: ManagedObjectContext, analyzing: Bool) throws -> FetchExplanation {
        try context.explain(request, analyzing: analyzing)
    }

    /// Computes the rows.
    func rows(in context: ManagedObjectContext) throws -> [[Value]] {
        try context.fetchDictionaries(request).map { values in request.columns.map { values[$0.name] ?? .missing } }
    }
}
