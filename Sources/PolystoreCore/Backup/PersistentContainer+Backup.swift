import Foundation
import PolystoreModel
import PolystoreStorage

extension PersistentContainer {
    /// Copies the open stores of some descriptions, all as of one moment; see `PersistentStoreCoordinator.copyStores`.
    ///
    /// - Parameter targets: The copies, each with the name and the type of its store.
    /// - Throws: `duplicateName` for two copies of one store, and as `copyStores` does.
    public func copy(to targets: [PersistentStoreDescription]) throws {
        var places: [String: PersistentStoreDescription] = [:]
        for target in targets {
            guard places.updateValue(target, forKey: target.name) == nil else {
                throw CoordinatorError(.duplicateName, [.store: target.name])
            }
        }
        _ = try coordinator.copyStores(to: places)
    }

    /// Copies all durable stores, as of one moment, into a new folder, while programs read and write them.
    ///
    /// The folder is whole and on the disk when the call returns, and not there when it throws. A process that ends meanwhile
    /// leaves a hidden folder of another name, which the next backup to the same place removes. Stores in memory are left out.
    ///
    /// - Parameters:
    ///   - folder: The folder, which must not be there; folders around it are made.
    ///   - willCopy: Called before each store is copied; what it throws ends the work.
    /// - Returns: What the folder says of itself.
    /// - Throws: `backupExists`, `backupNotWritten`; what `PersistentStoreCoordinator.copyStores` throws.
    @discardableResult
    public func backup(
        to folder: URL, willCopy: (AttachedStore) throws -> Void = { _ in }
    ) throws -> BackupManifest {
        let path = StoreFiles(URL(filePath: folder.path, directoryHint: .notDirectory)).path
        guard !SystemFile.exists(path) else { throw CoordinatorError(.backupExists, [.path: path]) }
        let partial = try Self.writing(path) { () throws(StoreError) in try PartialFolder(for: path) }
        do {
            let manifest = try copy(into: URL(filePath: partial.path, directoryHint: .isDirectory), willCopy)
            let text = try manifest.encoded()
            try Self.writing(path) { () throws(StoreError) in
                try SystemFile.write(text, to: "\(partial.path)/\(BackupManifest.fileName)")
                try partial.finish()
            }
            return manifest
        } catch {
            partial.remove()
            throw error
        }
    }

    /// Runs a closure that writes the folder, and tells its error as one about the backup.
    private static func writing<Result>(
        _ path: String, _ body: () throws(StoreError) -> Result
    ) throws(CoordinatorError) -> Result {
        do throws(StoreError) { return try body() } catch {
            throw CoordinatorError(
                .backupNotWritten, [.path: path, .reason: error.details[.reason] ?? "\(error)"], cause: error)
        }
    }

    private func copy(into folder: URL, _ willCopy: (AttachedStore) throws -> Void) throws -> BackupManifest {
        let stores = coordinator.stores.filter(\.isDurable)
        var targets: [String: PersistentStoreDescription] = [:]
        for store in stores {
            targets[store.name] = store.description
            targets[store.name]?.url = folder.appending(path: BackupManifest.file(of: store.name, store.typeName))
        }
        let commits = try coordinator.copyStores(to: targets, willCopy: willCopy)
        return BackupManifest(
            stores.map { store in
                BackupManifest.Store(
                    name: store.name, type: store.typeName, file: BackupManifest.file(of: store.name, store.typeName),
                    identifier: store.identifier, commit: commits[store.name] ?? 0)
            })
    }

    /// Brings the stores of a backup back to their places; no program has one of them open.
    ///
    /// Everything is copied beside its place before anything that is there is replaced; an error until then leaves all as it was.
    /// A process that ends while it replaces them, and a disk that fails meanwhile, leave marks with which the stores are
    /// refused (`unfinishedRestore`) until the backup is brought back.
    ///
    /// - Parameters:
    ///   - folder: The folder of the backup.
    ///   - stores: All durable stores, in their order. One that the backup has not is removed: it was not there.
    ///   - storeTypes: The types of the stores.
    ///   - replaces: Whether stores that are there are replaced.
    ///   - willCopy: Called before each store is copied, and before the first is replaced; what it throws ends the work.
    /// - Returns: What the folder says of itself.
    /// - Throws: `noBackup`, `invalidBackup` for a folder of other stores or of copies that were changed, `storeExists`,
    ///   `unknownStoreType`, and `store`, with cause `held` or `alreadyOpen` when a store is in use.
    @discardableResult
    public static func restore(
        from folder: URL, to stores: [PersistentStoreDescription], storeTypes: [StoreType], replaces: Bool = false,
        willCopy: (PersistentStoreDescription) throws -> Void = { _ in }
    ) throws -> BackupManifest {
        let manifest = try BackupManifest(of: folder)
        let restoring = try Restoring(manifest, folder, stores, storeTypes)
        try restoring.run(replaces: replaces, willCopy)
        return manifest
    }
}
