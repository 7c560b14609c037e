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

    /// Whether there is a store, or something else in its place; nothing is opened.
    ///
    /// - Throws: `unknownStoreType`, `store`.
    public func storeExists(_ description: PersistentStoreDescription) throws(CoordinatorError) -> Bool {
        let type = try storeType(of: description)
        do throws(StoreError) { return try type.exists(description) } catch { throw CoordinatorError(error, in: .none) }
    }

    /// A store's metadata, read without opening it for use.
    ///
    /// - Throws: `unknownStoreType`, `store`, with cause `unsupported` for a store that lies nowhere.
    public func metadata(of description: PersistentStoreDescription) throws(CoordinatorError) -> StoreMetadata {
        let type = try storeType(of: description)
        do throws(StoreError) { return try type.metadata(description) } catch {
            throw CoordinatorError(error, in: .none)
        }
    }

    /// Removes a store that is not open, with everything in it; nothing happens when there is none.
    ///
    /// - Throws: `unknownStoreType`, `store`, with cause `unsupported` for a store that lies nowhere.
    public func destroyStore(_ description: PersistentStoreDescription) throws(CoordinatorError) {
        let type = try storeType(of: description)
        if let open = stores.first(where: { $0.isDurable && $0.description.isSameStore(as: description) }) {
            throw CoordinatorError(
                StoreError(.alreadyOpen, [.store: open.name, .path: description.url?.path]), in: open.number)
        }
        do throws(StoreError) { try type.destroy(description) } catch { throw CoordinatorError(error, in: .none) }
    }

    /// Copies a store, open or not, to a place where nothing is; the copy has the same UUID.
    ///
    /// - Parameters:
    ///   - description: The store.
    ///   - target: The copy's place, of the same type.
    /// - Throws: `unknownStoreType`, `invalidDescription` for a target of another type, `store`, with cause `unsupported`
    ///   for a store that lies nowhere.
    public func copyStore(
        _ description: PersistentStoreDescription, to target: PersistentStoreDescription
    ) throws(CoordinatorError) {
        let type = try storeType(of: description)
        guard target.type == description.type else {
            throw CoordinatorError(
                .invalidDescription, [.store: target.name, .expected: description.type, .found: target.type])
        }
        do throws(StoreError) { try type.copy(description, target) } catch { throw CoordinatorError(error, in: .none) }
    }
}

extension PersistentStoreDescription {
    /// Whether two descriptions lead to one store: the same type and place, or, without a place, the same name.
    fileprivate func isSameStore(as other: PersistentStoreDescription) -> Bool {
        type == other.type && url == other.url && (url != nil || name == other.name)
    }
}
