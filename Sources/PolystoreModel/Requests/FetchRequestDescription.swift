/// A request by names: a plain value that a model can hold as a template and a tool can read from text.
public struct FetchRequestDescription: Hashable, Sendable, Codable {
    /// The name of the fetched entity.
    public var entityName: String
    /// Which objects; nil means all.
    public var predicate: FetchPredicate?
    /// The order; the object's key ends every order, in the direction of the last sort key.
    public var sortKeys: [SortKey]
    /// How many objects at most; nil means all.
    public var limit: Int?
    /// How many objects are passed over first.
    public var offset: Int
    /// Whether objects of subentities are included.
    public var includesSubentities: Bool
    /// Whether unsaved changes of the context count.
    public var includesPendingChanges: Bool
    /// How many rows are read at a time when the result is streamed; nil leaves the choice to the store.
    public var batchSize: Int?
    /// Key paths of relationships whose objects are read along with the result, in one round trip per step.
    public var prefetchedKeyPaths: [[String]]
    /// The tokens among `prefetchedKeyPaths`, with the names of their properties.
    package var prefetchedRoots = IgnoredInEquality<[(root: PathRoot, name: String)]>([])
    /// Names of the stores that are asked; nil means every store that may hold the entity.
    public var affectedStores: [String]?

    /// Makes a request for all objects of an entity.
    public init(entityName: String) {
        self.entityName = entityName
        predicate = nil
        sortKeys = []
        limit = nil
        offset = 0
        includesSubentities = true
        includesPendingChanges = true
        batchSize = nil
        prefetchedKeyPaths = []
        affectedStores = nil
    }
}
