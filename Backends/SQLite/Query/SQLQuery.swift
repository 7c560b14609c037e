import PolystoreModel

/// What a plan runs: the payload of a store's plan.
struct SQLQuery: Sendable {
    let rows: SQLShape
    let count: SQLShape
    /// The values of the parameters of `rows`.
    let values: [SQLValue]
    /// The values of the parameters of `count`.
    let countValues: [SQLValue]
    let reader: RowReader
    /// How the query is explained; nil unless somebody wants to know.
    let metered: Metered?

    /// The statement that counts the rows that it looks at.
    struct Metered: Sendable {
        /// The counting form of `rows`, with the same parameters.
        let rows: SQLShape
        /// `FROM … WHERE …` without order and limit, to which conditions can be added, and the values of its parameters.
        let tail: String
        let values: [SQLValue]
    }
}
