import PolystoreModel
import PolystoreQuery

/// What a plan of groups runs: the payload of a store's plan.
struct SQLGroupQuery: Sendable {
    /// How a column of the statement becomes part of an aggregate.
    enum Part: Sendable {
        /// It is the number of values.
        case count
        /// It is a value of a kind.
        case value(SQLOperand.Kind)
        /// It is the number of what our function accumulated.
        case accumulated
    }

    let shape: SQLShape
    let values: [SQLValue]
    /// The kinds of the keys, which are the first columns.
    let keys: [SQLOperand.Kind]
    let aggregates: [ResolvedProjection.Aggregate]
    /// The columns behind the keys, one for each aggregate.
    let parts: [Part]
}
