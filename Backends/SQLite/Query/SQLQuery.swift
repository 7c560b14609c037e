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
}
