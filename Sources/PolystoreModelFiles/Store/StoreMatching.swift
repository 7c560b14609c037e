import PolystoreModel

/// Finds the versions of a model that a store was written with.
struct StoreMatching {
    /// A version that may be the one.
    struct Candidate {
        let name: String
        /// Core Data's own hashes, where they are known.
        var entityHashes: [String: [UInt8]] = [:]
        let model: ModelDescription
    }

    let store: StoreEvidence

    /// The versions that match, in the order in which they are given; those that say nothing besides what the store holds
    /// come before those with more entities.
    func matches(_ candidates: [Candidate]) -> [StoreMatch] {
        let known = candidates.filter { !$0.entityHashes.isEmpty }
        if !store.entityHashes.isEmpty, !known.isEmpty {
            // Core Data itself goes by these hashes alone, so versions with others are not looked at again.
            let found = known.filter { candidate in
                store.entityHashes.allSatisfy { candidate.entityHashes[$0.key] == $0.value }
            }
            if !found.isEmpty { return matches(found, .entityHashes) }
        }
        let open = candidates.filter { $0.entityHashes.isEmpty || store.entityHashes.isEmpty }
        if let model = store.model?.description {
            let hashes = VersionHash.hashes(of: ModelNameResolution.resolve(model))
            let found = open.filter { candidate in
                let own = VersionHash.hashes(of: ModelNameResolution.resolve(candidate.model))
                return store.entities.allSatisfy { hashes[$0] != nil && own[$0] == hashes[$0] }
            }
            return matches(found, .storedModel)
        }
        guard !store.columns.isEmpty else { return [] }
        return matches(open.filter { TableComparison($0.model, store).isSame }, .tables)
    }

    private func matches(_ found: [Candidate], _ basis: StoreMatch.Basis) -> [StoreMatch] {
        let exact = found.filter { candidate in
            Set(candidate.model.entities.map(\.name)) == store.entities
                || candidate.model.configurations.values.contains { Set($0) == store.entities }
        }
        let others = found.filter { candidate in !exact.contains { $0.name == candidate.name } }
        return (exact + others).map { StoreMatch(version: $0.name, basis: basis) }
    }
}
