import PolystoreModel
import PolystoreStorage

extension StoreOpener {
    /// Checks that the store's rows are those of the opening's model.
    ///
    /// - Throws: `incompatibleModel` saying in words what differs.
    func checkModel(_ stored: StoreMetadata) throws(StoreError) {
        let isSame = stored.entityHashes.allSatisfy { name, hash in
            opening.model.entity(named: name)?.versionHashText == hash
        }
        guard isSame else {
            let difference = ModelDifference(
                stored: stored.model, current: opening.model, entities: Array(stored.entityHashes.keys))
            throw refusal(difference.differingEntities.joined(separator: ", "), difference.separation)
        }
        for name in stored.entityHashes.keys.sorted() { try checkExternalStorage(of: name, stored.model) }
    }

    /// Refuses an attribute whose values may lie in files in one of the two models only.
    ///
    /// Its column is written in another form. The entity's hash leaves that out, because it is the same to other types of
    /// store.
    private func checkExternalStorage(of name: String, _ stored: ModelDescription) throws(StoreError) {
        guard let entity = opening.model.entity(named: name) else { return }
        var level = stored.entities.first { $0.name == name }
        while let description = level {
            for attribute in description.attributes {
                guard let current = entity.attribute(named: attribute.name),
                    current.storedElements.contains(where: {
                        $0.kind.mayBeDeferred && $0.allowsExternalStorage != attribute.allowsExternalStorage
                    })
                else { continue }
                let (there, here) = attribute.allowsExternalStorage ? ("may", "may not") : ("may not", "may")
                throw refusal(
                    name, "values of \(description.name).\(attribute.name) \(there) lie in files there, \(here) here")
            }
            level = description.superentityName.flatMap { parent in stored.entities.first { $0.name == parent } }
        }
    }

    private func refusal(_ entity: String, _ reason: String) -> StoreError {
        StoreError(.incompatibleModel, [.path: files.path, .entity: entity, .reason: reason])
    }
}
