extension FetchRequestDescription {
    enum CodingKeys: String, CodingKey {
        case entity, `where`, sort, limit, offset, includesSubentities, includesPendingChanges, batchSize, prefetch
        case stores
    }

    /// Reads an object with the keys of a model file.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(entityName: try container.decode(String.self, forKey: .entity))
        predicate = try container.decodeIfPresent(FetchPredicate.self, forKey: .where)
        sortKeys = try container.decode(.sort, or: [])
        limit = try container.decodeIfPresent(Int.self, forKey: .limit)
        offset = try container.decode(.offset, or: 0)
        includesSubentities = try container.decode(.includesSubentities, or: true)
        includesPendingChanges = try container.decode(.includesPendingChanges, or: true)
        batchSize = try container.decodeIfPresent(Int.self, forKey: .batchSize)
        prefetchedKeyPaths = try container.decode(.prefetch, or: [String]()).map {
            $0.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        }
        affectedStores = try container.decodeIfPresent([String].self, forKey: .stores)
    }

    /// Writes an object with the keys of a model file; what has its default is left out.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(entityName, forKey: .entity)
        try container.encodeIfPresent(predicate, forKey: .where)
        try container.encode(sortKeys, .sort, unless: [])
        try container.encodeIfPresent(limit, forKey: .limit)
        try container.encode(offset, .offset, unless: 0)
        try container.encode(includesSubentities, .includesSubentities, unless: true)
        try container.encode(includesPendingChanges, .includesPendingChanges, unless: true)
        try container.encodeIfPresent(batchSize, forKey: .batchSize)
        try container.encode(prefetchedKeyPaths.map { $0.joined(separator: ".") }, .prefetch, unless: [])
        try container.encodeIfPresent(affectedStores, forKey: .stores)
    }
}
