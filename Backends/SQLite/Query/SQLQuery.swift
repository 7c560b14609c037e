import PolystoreModel

/// What a plan runs: the payload of a store's plan.
struct SQLQuery: Sendable {
    let statements: SQLStatements
    /// The values of the parameters of `rows`.
    let values: [SQLValue]
    /// The values of the parameters of `count`.
    let countedValues: [SQLValue]

    init(tail: SQLFragment, counted: SQLFragment, reader: RowReader, shapes: SQLShapeTable, metered: Metered?) {
        statements = SQLStatements(
            tail: tail.sql, counted: counted.sql, reader: reader, shapes: shapes, metered: metered)
        (values, countedValues) = (tail.values, counted.values)
    }

    /// Statements of which both have the same parameters.
    init(_ statements: SQLStatements, _ values: [SQLValue]) {
        (self.statements, self.values, countedValues) = (statements, values, values)
    }

    /// The statement for the rows.
    var rows: SQLShape { statements.rows }

    /// The statement for their number.
    var count: SQLShape { statements.count }

    var reader: RowReader { statements.reader }

    /// How the query is explained; nil unless somebody wants to know.
    var metered: Metered? { statements.metered }

    /// The statement that counts the rows that it looks at.
    struct Metered: Sendable {
        /// The counting form of `rows`, with the same parameters.
        let rows: SQLShape
        /// `FROM … WHERE …` without order and limit, to which conditions can be added, and the values of its parameters.
        let tail: String
        let values: [SQLValue]
    }
}
