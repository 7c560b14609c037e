import PolystoreModel

/// What a fetch in an expression has found, before the request around it is resolved.
package enum FetchExpressionResult: Hashable, Sendable {
    /// The objects, in the order of the fetch.
    case objects([ObjectID])
    /// What a path from the objects on leads to, each value once.
    case values([Value])
    /// The number of objects, or what an operator makes of them.
    case value(Value)
}
