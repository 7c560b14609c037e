import PolystoreModel

extension NamedExpression {
    /// Reads columns from text: `name, age * 2 AS double, count(SELF)`.
    ///
    /// A column without `AS` has the text of its expression for its name.
    ///
    /// - Throws: `QueryError` with the offset of what is wrong, in UTF-8 bytes.
    public static func columns(format: String) throws(QueryError) -> [NamedExpression] {
        var parser = try FormatParser(format, [])
        var columns: [NamedExpression] = []
        repeat {
            let expression = try parser.expression()
            var column = NamedExpression(expression.formatText, expression)
            if parser.skip("AS") {
                switch parser.current.kind {
                case .word(let name), .name(let name), .string(let name):
                    parser.advance()
                    column.name = name
                default: throw parser.unexpected("a column's name")
                }
            }
            columns.append(column)
        } while parser.skip(",")
        try parser.finish("AS, ',' or the end")
        return columns
    }
}
