import Foundation
import PolystoreModel
import PolystoreStorage

extension PersistentStoreCoordinator {
    /// Sets free entries of a store's metadata, in a commit of its own; a nil value removes an entry.
    ///
    /// - Throws: `unknownStore`, `readOnly`, `store`.
    public func setMetadata(_ entries: [String: String?], inStore name: String) throws(CoordinatorError) {
        guard let store = store(named: name) else { throw CoordinatorError(.unknownStore, [.store: name]) }
        var changes = StoreChanges()
        changes.metadata = entries
        _ = try save([store.number: changes])
    }

    /// What a store keeps about itself, read without opening it for use.
    ///
    /// - Throws: `unknownStoreType`, `invalidDescription` for a store without a place, `store`.
    public func metadata(of description: PersistentStoreDescription) throws(CoordinatorError) -> StoreMetadata {
        let (type, url) = try place(of: description)
        do throws(StoreError) { return try type.metadata(url) } catch { throw CoordinatorError(error, in: .none) }
    }

    /// Removes a store that is not open, with everything in it; nothing happens when there is none.
    ///
    /// - Throws: `unknownStoreType`, `invalidDescription` for a store without a place, `store`.
    public func destroyStore(_ description: PersistentStoreDescription) throws(CoordinatorError) {
        let (type, url) = try place(of: description)
        if let open = stores.first(where: { $0.url == url }) {
            throw CoordinatorError(StoreError(.alreadyOpen, [.store: open.name, .path: url.path]), in: open.number)
        }
        do throws(StoreError) { try type.destroy(url) } catch { throw CoordinatorError(error, in: .none) }
    }

    /// Copies a store, open or not, to a place where nothing is; the copy has the same UUID.
    ///
    /// - Throws: `unknownStoreType`, `invalidDescription` for a store without a place, `store`.
    public func copyStore(_ description: PersistentStoreDescription, to url: URL) throws(CoordinatorError) {
        let (type, source) = try place(of: description)
        do throws(StoreError) { try type.copy(source, url) } catch { throw CoordinatorError(error, in: .none) }
    }

    private func place(
        of description: PersistentStoreDescription
    ) throws(CoordinatorError) -> (type: StoreType, url: URL) {
        let type = try storeType(of: description)
        guard let url = description.url, type.hasURL else {
            throw CoordinatorError(.invalidDescription, [.store: description.name, .reason: "the store has no place"])
        }
        return (type, url)
    }
}
