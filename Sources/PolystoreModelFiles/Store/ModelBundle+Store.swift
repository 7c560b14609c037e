import PolystoreModel

extension ModelBundle {
    /// The versions that a store was written with: one in most cases, the current one before others.
    ///
    /// Sources do not tell Core Data's hashes, so a store of Core Data is known by the model that it keeps, and one that
    /// keeps none by its tables; `StoreMatch.basis` says by which. A store may hold fewer entities than the version.
    ///
    /// - Throws: `ModelError` when a version cannot be read.
    public func versions(matching store: StoreEvidence) throws(ModelError) -> [StoreMatch] {
        // A bundle without a current version still has versions.
        let current = try? currentVersion()
        var candidates: [StoreMatching.Candidate] = []
        for version in versions.filter({ $0 == current }) + versions.filter({ $0 != current }) {
            candidates.append(.init(name: version.name, model: try document(of: version).modelDescription()))
        }
        return StoreMatching(store: store).matches(candidates)
    }
}

extension CompiledModelBundle {
    /// The versions that a store was written with: one in most cases, the current one before others.
    ///
    /// A bundle that tells Core Data's hashes is matched by them, as Core Data does it; others as sources are.
    ///
    /// - Throws: `ModelError` when a version cannot be read.
    public func versions(matching store: StoreEvidence) throws(ModelError) -> [StoreMatch] {
        var candidates: [StoreMatching.Candidate] = []
        let current = versions.filter { $0.name == currentVersionName }
        for version in current + versions.filter({ $0.name != currentVersionName }) {
            candidates.append(
                .init(
                    name: version.name, entityHashes: version.entityHashes,
                    model: try model(of: version).reading.description))
        }
        return StoreMatching(store: store).matches(candidates)
    }
}
