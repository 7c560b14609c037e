import Foundation
import PolystoreModel
import PolystoreStorage

/// What can be done with a store without opening it for use.
struct StoreMaintenance {
    let files: StoreFiles

    init(_ url: URL) { files = StoreFiles(url) }

    var settings: ConnectionSettings {
        ConnectionSettings(store: files.name, path: files.path, busyTimeout: 5000, cacheSize: 2 << 20, memoryMap: 0)
    }

    /// Whether the file is open in this process: then only the engine may touch it.
    private var isOpen: Bool { FileIdentity(path: files.path).map(OpenFileRegistry.isOpen) ?? false }

    /// A connection for reading, with no lock of its own.
    func connection() throws(StoreError) -> Connection {
        guard SystemFile.exists(files.path) else { throw files.missing }
        if !isOpen { try FileHead.check(files, store: files.name) }
        let hasLog = (SystemFile.size(files.path + "-wal") ?? 0) > 0
        return try Connection(!hasLog && !SystemFile.isWritable(files.folder) ? .readUnchanging : .read, settings)
    }

    func metadata() throws(StoreError) -> StoreMetadata {
        let bookkeeping = Bookkeeping(connection: try connection())
        try bookkeeping.checkFormat()
        return try bookkeeping.metadata()
    }

    /// Takes the writer's lock.
    private func lock() throws(StoreError) -> WriterLock {
        guard !isOpen else { throw StoreError(.alreadyOpen, [.path: files.path]) }
        return try WriterLock.take(files.lock, of: files.path, store: files.name, timeout: .zero)
    }

    /// Throws when somebody writes the store.
    func requireFree() throws(StoreError) {
        if SystemFile.exists(files.path) { try lock().release() }
    }

    /// Removes the store's files, also what is left of them; another process that writes the store keeps it.
    func destroy() throws(StoreError) {
        let external = ExternalDataFolder(files: files)
        let paths = [files.path] + files.companions
        guard try !external.names().isEmpty || paths.contains(where: SystemFile.exists) else { return }
        let lock = try lock()
        defer { lock.release() }
        for path in paths { try SystemFile.remove(path) }
        for name in try external.names() { try external.remove(name) }
        try SystemFile.removeEmptyFolder(files.externalDataFolder)
        try SystemFile.removeEmptyFolder(files.supportFolder)
        try SystemFile.remove(files.lock)
        try SystemFile.synchronize(files.folder)
    }
}
