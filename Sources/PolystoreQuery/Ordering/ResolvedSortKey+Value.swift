import PolystoreModel

extension ResolvedSortKey {
    /// What the key gives for a row: what is compared, without the folding of text.
    ///
    /// - Parameters:
    ///   - row: A row of an entity that the key was resolved for.
    ///   - source: Where related objects are found.
    /// - Returns: The value; missing where there is none.
    /// - Throws: The source's errors, and those of arithmetic.
    package func value(of row: RowView, source: any RowSource) throws -> Value {
        switch term {
        case .path(let path):
            let value = try PathReader.value(path, of: row, source)
            guard case .attribute(let attribute) = path.terminal, let kind = attribute.slotKind else { return value }
            // A layout from before the attribute's type was changed: as the attribute would hold the value now. One that it
            // cannot hold has no place in its order either.
            return (try? value.converted(to: kind)) ?? .missing
        case .expression(let expression, let count):
            let variables = [ExpressionResult](repeating: .value(.missing), count: count)
            var run = ExpressionRun(row: row, source: source, patterns: PatternCache(), variables: variables)
            return try run.result(of: expression).single
        }
    }
}
