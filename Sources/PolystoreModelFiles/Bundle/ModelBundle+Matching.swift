import PolystoreModel

extension ModelBundle {
    /// The version that a store was made for: the one in which every entity of the store has the same version hash.
    ///
    /// A store may hold fewer entities than the model, as one of several does.
    ///
    /// - Parameters:
    ///   - stored: The model that the store keeps.
    ///   - entities: The names of the entities that the store serves; nil for all of its model.
    /// - Returns: The version, the current one before others; nil when none matches.
    /// - Throws: `ModelError` when a version cannot be read.
    public func version(
        matching stored: ModelDescription, entities: [String]? = nil
    ) throws(ModelError) -> Version? {
        let hashes = VersionHash.hashes(of: ModelNameResolution.resolve(stored))
        let names = entities ?? stored.entities.map(\.name)
        // A bundle without a current version still has versions.
        let current = try? currentVersion()
        for version in versions.sorted(by: { left, right in left == current && right != current }) {
            let model = try document(of: version).modelDescription()
            let own = VersionHash.hashes(of: ModelNameResolution.resolve(model))
            if names.allSatisfy({ hashes[$0] != nil && own[$0] == hashes[$0] }) { return version }
        }
        return nil
    }
}
