import PolystoreModel
import PolystoreQuery

/// The statements of a plan of groups: the payload of a store's plan.
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

    /// How the first columns of the statement become a key.
    enum Key: Sendable {
        /// One column is a value of a kind.
        case value(SQLOperand.Kind)
        /// Two columns are the key and the peer of an object of a hierarchy, which may live in another store.
        case reference(RootNumber)
    }

    let shape: SQLShape
    let values: [SQLValue]
    /// The keys, which are the first columns.
    let keys: [Key]
    let aggregates: [ResolvedProjection.Aggregate]
    /// The columns behind the keys, one for each aggregate.
    let parts: [Part]
    /// The table of the rows that are grouped.
    let table: String
    /// The condition on these rows, counting those that are looked at.
    let filter: SQLFragment

    /// How many columns the keys take.
    var keyWidth: Int {
        keys.reduce(0) { width, key in
            if case .reference = key { width + 2 } else { width + 1 }
        }
    }
}
