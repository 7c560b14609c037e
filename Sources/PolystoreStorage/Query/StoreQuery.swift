import PolystoreModel
import PolystoreQuery

/// The query to one store: the part of a request that concerns it.
public struct StoreQuery: Hashable, Sendable {
    /// The concrete entities whose objects are wanted; all of one hierarchy, all served by the store.
    public var entities: [ModelEntity]
    /// Which objects; nil means all.
    public var predicate: ResolvedPredicate?
    /// The order.
    ///
    /// With a limit, the key ends it, in the direction of the last sort key (ascending without one).
    public var sortKeys: [ResolvedSortKey]
    /// Whether rows must come in order: by the sort keys, ended by the key.
    public var isOrdered: Bool
    /// How many rows at most, offsets included; only meant when the order is.
    public var limit: Int?

    /// Makes a query for all objects of some entities.
    public init(entities: [ModelEntity]) {
        self.entities = entities
        predicate = nil
        sortKeys = []
        isOrdered = false
        limit = nil
    }

    /// The direction of the key that ends the order.
    public var isKeyAscending: Bool { sortKeys.last?.isAscending ?? true }
}
