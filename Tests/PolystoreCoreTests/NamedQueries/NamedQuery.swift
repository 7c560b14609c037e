import Polystore

/// A request whose cost is known: of which recordings the entries have to be looked at.
struct NamedQuery: Sendable {
    let name: String
    let predicate: @Sendable (MediaLibrary) throws -> FetchPredicate?
    /// The recordings that are found.
    let finds: @Sendable (MediaRow) -> Bool
    /// The recordings that match the prefix of the index that is to be used.
    let visits: @Sendable (MediaRow) -> Bool
    var entity = "Media"
    var sortKeys: [SortKey] = []
    var limit: Int?

    init(
        _ name: String, _ format: String, finds: @escaping @Sendable (MediaRow) -> Bool,
        visits: (@Sendable (MediaRow) -> Bool)? = nil
    ) {
        self.init(name, { _ in try FetchPredicate(format: format) }, finds: finds, visits: visits)
    }

    init(
        _ name: String, _ predicate: @escaping @Sendable (MediaLibrary) throws -> FetchPredicate?,
        finds: @escaping @Sendable (MediaRow) -> Bool, visits: (@Sendable (MediaRow) -> Bool)? = nil
    ) {
        self.name = name
        self.predicate = predicate
        self.finds = finds
        self.visits = visits ?? finds
    }

    func of(_ entity: String) -> NamedQuery {
        var query = self
        query.entity = entity
        return query
    }

    func sorted(_ keys: SortKey..., limit: Int? = nil) -> NamedQuery {
        var query = self
        query.sortKeys = keys
        query.limit = limit
        return query
    }

    func request(_ library: MediaLibrary) throws -> FetchRequest<ManagedObject> {
        var request = FetchRequest<ManagedObject>(entity: entity)
        if let predicate = try predicate(library) { request = request.where(predicate) }
        request.description.sortKeys = sortKeys
        request.description.limit = limit
        return request
    }
}
