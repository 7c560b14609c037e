import PolystoreModel
import PolystoreStorage

extension ChangeSet {
    /// What a store lacks of the change set: nothing where the number of its last commit says that it has the changes, so
    /// that a record may be applied again.
    ///
    /// The change set was decoded for this store. A store that has none of the changes and is otherwise as it was before the
    /// save is afterwards as the save left it.
    ///
    /// - Throws: The errors of reading the store's metadata.
    public func missingChanges(of store: any PersistentStore) throws(StoreError) -> StoreChanges? {
        let number = StoreNumber(interning: store.identifier)
        guard let changes = self[number], !changes.isEmpty else { return nil }
        if let commit = commits[number], try store.metadata.watermark >= commit { return nil }
        return changes
    }
}
