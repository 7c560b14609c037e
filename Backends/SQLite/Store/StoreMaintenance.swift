import Foundation
import PolystoreModel
import PolystoreStorage

/// What can be done with a store without opening it for use.
struct StoreMaintenance {
    private let files: StoreFiles

    init(_ url: URL) { files = StoreFiles(url) }

    private var settings: ConnectionSettings {
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

    /// Takes the writer's lock; nil when there is no store.
    private func lock() throws(StoreError) -> WriterLock? {
        guard !isOpen else { throw StoreError(.alreadyOpen, [.path: files.path]) }
        guard SystemFile.exists(files.path) else { return nil }
        return try WriterLock.take(files.lock, of: files.path, store: files.name, timeout: .zero)
    }

    /// Throws when somebody writes the store.
    func requireFree() throws(StoreError) { try lock()?.release() }

    /// Removes the store's files; another process that writes the store keeps it.
    func destroy() throws(StoreError) {
        guard let lock = try lock() else { return }
        defer { lock.release() }
        try SystemFile.remove(files.path)
        for path in files.companions { try SystemFile.remove(path) }
        let external = ExternalDataFolder(files: files)
        for name in try external.names() { try external.remove(name) }
        try SystemFile.removeEmptyFolder(files.externalDataFolder)
        try SystemFile.removeEmptyFolder(files.supportFolder)
        try SystemFile.remove(files.lock)
        try SystemFile.synchronize(files.folder)
    }

    /// Copies the store as it is at one commit, to a place where nothing is, in a folder that is made if need be;
    /// others may write it meanwhile.
    func copy(to url: URL) throws(StoreError) {
        let target = StoreFiles(url)
        guard !SystemFile.exists(target.path) else {
            throw StoreError(.permission, [.path: target.path, .reason: "there is a file already"])
        }
        let connection = try connection()
        try Bookkeeping(connection: connection).checkFormat()
        try SystemFile.makeFolders(target.folder)
        let temporary = target.temporary(UUID())
        do throws(StoreError) {
            // One read transaction holds the names of the files to what the copied rows name.
            try connection.run("PRAGMA query_only = OFF")
            let statement = try connection.prepare("VACUUM INTO ?1")
            statement.bindTextCopy(temporary, 1)
            try statement.run()
            try copyExternalData(namedBy: temporary, to: target)
            try SystemFile.synchronize(temporary)
            try SystemFile.move(temporary, to: target.path)
            try SystemFile.synchronize(target.folder)
        } catch {
            // The first error is the one to report.
            try? SystemFile.remove(temporary)
            throw error
        }
    }

    /// Copies every file of external data that is there; files that the copied rows do not name are removed when the
    /// copy is opened.
    private func copyExternalData(namedBy copy: String, to target: StoreFiles) throws(StoreError) {
        let source = ExternalDataFolder(files: files)
        let names = try source.names()
        guard !names.isEmpty else { return }
        try SystemFile.makeFolder(target.supportFolder)
        try SystemFile.makeFolder(target.externalDataFolder)
        for name in names {
            let bytes = try SystemFile.read(contentsOf: "\(source.path)/\(name)")
            try SystemFile.write(bytes, to: "\(target.externalDataFolder)/\(name)")
        }
        try SystemFile.synchronize(target.externalDataFolder)
        try SystemFile.synchronize(target.supportFolder)
    }
}
