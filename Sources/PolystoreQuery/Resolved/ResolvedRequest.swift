import PolystoreModel

/// A fetch request whose names were found in the model, once, before any store is asked.
public struct ResolvedRequest: Hashable, Sendable {
    /// The fetched entity.
    public var entity: ModelEntity
    /// The concrete entities whose objects are fetched.
    public var entities: [ModelEntity]
    /// Which objects; nil means all.
    public var predicate: ResolvedPredicate?
    /// The order, without the key that ends every order.
    public var sortKeys: [ResolvedSortKey]
    /// How many objects at most.
    public var limit: Int?
    /// How many objects are passed over first.
    public var offset: Int
    /// Relationships to read along, each path from the fetched entity on.
    public var prefetchedPaths: [[ModelRelationship]]
    /// Rows a batch when the result is streamed.
    public var batchSize: Int?
    /// Whether unsaved changes of the context count.
    public var includesPendingChanges: Bool
    /// Names of the stores that are asked; nil means all that may hold the entities.
    public var affectedStores: [String]?

    /// Makes a request for all objects of some entities.
    public init(entity: ModelEntity, entities: [ModelEntity]) {
        self.entity = entity
        self.entities = entities
        predicate = nil
        sortKeys = []
        limit = nil
        offset = 0
        prefetchedPaths = []
        batchSize = nil
        includesPendingChanges = true
        affectedStores = nil
    }

    /// Whether the order of the result is promised: with sort keys, a limit or an offset.
    public var isOrdered: Bool { !sortKeys.isEmpty || limit != nil || offset > 0 }
}
