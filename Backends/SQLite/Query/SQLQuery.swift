import PolystoreModel

/// What a plan runs: the payload of a store's plan.
struct SQLQuery: Sendable {
    /// `FROM …` with the order and the limit.
    private(set) var tail: SQLFragment
    /// `FROM …` of what is counted.
    private(set) var counted: SQLFragment
    let reader: RowReader
    let shapes: SQLShapeTable
    /// How the query is explained; nil unless somebody wants to know.
    let metered: Metered?
    /// The statements, where they were looked up beforehand.
    private var known: (rows: SQLShape, count: SQLShape)?

    init(tail: SQLFragment, counted: SQLFragment, reader: RowReader, shapes: SQLShapeTable, metered: Metered?) {
        (self.tail, self.counted, self.reader, self.shapes, self.metered) = (tail, counted, reader, shapes, metered)
    }

    // Who counts does not fetch, and who fetches does not count: only one of the two is looked up for most plans.

    /// The statement for the rows; its parameters have the values of `tail`.
    var rows: SQLShape { known?.rows ?? shapes.shape("SELECT \(reader.columnList) \(tail.sql)") }

    /// The statement for their number; its parameters have the values of `counted`.
    var count: SQLShape { known?.count ?? shapes.shape("SELECT count(*) \(counted.sql)") }

    /// The same with both statements looked up.
    var prepared: SQLQuery {
        var query = self
        query.known = (rows, count)
        return query
    }

    /// The same with other values, of the same number and kinds.
    func with(_ values: [SQLValue]) -> SQLQuery {
        var query = self
        query.tail.values = values
        query.counted.values = values
        return query
    }

    /// The statement that counts the rows that it looks at.
    struct Metered: Sendable {
        /// The counting form of `rows`, with the same parameters.
        let rows: SQLShape
        /// `FROM … WHERE …` without order and limit, to which conditions can be added, and the values of its parameters.
        let tail: String
        let values: [SQLValue]
    }
}
