import PolystoreModel

/// What a plan runs: the payload of a store's plan.
struct SQLQuery: Sendable {
    /// `FROM …` with the order and the limit.
    let tail: SQLFragment
    /// `FROM …` of what is counted.
    let counted: SQLFragment
    let reader: RowReader
    let shapes: SQLShapeTable
    /// How the query is explained; nil unless somebody wants to know.
    let metered: Metered?

    // Who counts does not fetch, and who fetches does not count: only one of the two is looked up for most plans.

    /// The statement for the rows; its parameters have the values of `tail`.
    var rows: SQLShape { shapes.shape("SELECT \(reader.columnList) \(tail.sql)") }

    /// The statement for their number; its parameters have the values of `counted`.
    var count: SQLShape { shapes.shape("SELECT count(*) \(counted.sql)") }

    /// The statement that counts the rows that it looks at.
    struct Metered: Sendable {
        /// The counting form of `rows`, with the same parameters.
        let rows: SQLShape
        /// `FROM … WHERE …` without order and limit, to which conditions can be added, and the values of its parameters.
        let tail: String
        let values: [SQLValue]
    }
}
