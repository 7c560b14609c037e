import PolystoreModel
import PolystoreStorage

/// Operations on a store without opening it for use.
struct StoreMaintenance {
    let files: StoreFiles

    /// The store of a description.
    ///
    /// - Throws: `missing` for one without a file URL.
    init(_ description: PersistentStoreDescription) throws(StoreError) {
        files = try StoreFiles(description.url, store: description.name)
    }

    init(files: StoreFiles) { self.files = files }

    var settings: ConnectionSettings {
        ConnectionSettings(store: files.name, path: files.path, busyTimeout: 5000, cacheSize: 2 << 20, memoryMap: 0)
    }

    /// A connection for reading, which keeps the file's name locked.
    func connection() throws(StoreError) -> Connection {
        let claim = try FileClaim.take(files.path, store: files.name)
        try FileHeader.check(claim, store: files.name)
        var settings = settings
        settings.path = claim.path
        settings.claim = claim
        let hasLog = (SystemFile.size(claim.path + "-wal") ?? 0) > 0
        return try Connection(!hasLog && !SystemFile.isWritable(files.folder) ? .readUnchanging : .read, settings)
    }

    func metadata() throws(StoreError) -> StoreMetadata {
        let metadataTables = MetadataTables(connection: try connection())
        try metadataTables.checkFormat()
        return try metadataTables.metadata()
    }

    /// What readers keep from being copied to the file.
    func readers() throws(StoreError) -> StoreReaders {
        guard SystemFile.exists(files.path) else { throw files.missing }
        return StoreReaders(heldLogBytes: try LogReaders(path: files.path).heldBytes())
    }

    /// Takes the place of the store.
    func reserve() throws(StoreError) -> StoreReservation {
        let reservation = try FileReservation(files, lockFile: files.lock)
        return StoreReservation(
            metadata: { () throws(StoreError) in try metadata() },
            destroy: { () throws(StoreError) in try remove() },
            replace: { (source) throws(StoreError) in try StoreMaintenance(source).replace(files) },
            release: { reservation.release() })
    }

    /// Removes the store's files, also what is left of them; another process that writes the store keeps it.
    func destroy() throws(StoreError) {
        let paths = [files.path] + files.companions
        guard try !ExternalDataFolder(files: files).names().isEmpty || paths.contains(where: SystemFile.exists)
        else { return }
        let reservation = try reserve()
        defer { reservation.release() }
        try reservation.destroy()
    }

    private func remove() throws(StoreError) {
        let external = ExternalDataFolder(files: files)
        for path in [files.path] + files.companions { try SystemFile.remove(path) }
        for name in try external.names() { try external.remove(name) }
        try SystemFile.removeEmptyFolder(files.externalDataFolder)
        try SystemFile.removeEmptyFolder(files.supportFolder)
        try SystemFile.synchronize(files.folder)
    }
}
