import CPolystoreLMDB
import Foundation
import PolystoreModel
import PolystoreRecordLayer
import PolystoreStorage

/// What can be done with a store without opening it for use.
struct LMDBMaintenance {
    private let files: StoreFiles

    init(_ url: URL) { files = StoreFiles(url) }

    /// The environment of the file in this process, or one that is opened for the purpose.
    private func environment() throws(StoreError) -> LMDBEnvironment {
        guard let identity = FileIdentity(path: files.path) else { throw files.missing }
        if let open = LMDBOpenFiles.environment(identity) { return open }
        let entry = try OpenFileRegistry.enter(identity, path: files.path, store: files.name)
        return try LMDBEnvironment.checked(files.readingMode, files.path, LMDBOptions(), entry: entry)
    }

    func metadata() throws(StoreError) -> StoreMetadata {
        let engine = LMDBEngine(try environment(), lock: nil)
        guard let metadata = try RecordStore.metadata(of: engine, named: files.name) else {
            throw StoreError(.damaged, [.path: files.path, .reason: "the store's metadata is missing"])
        }
        return metadata
    }

    /// Takes the writer's lock; nil when there is no store.
    private func lock() throws(StoreError) -> WriterLock? {
        if let identity = FileIdentity(path: files.path), OpenFileRegistry.isOpen(identity) {
            throw StoreError(.alreadyOpen, [.path: files.path])
        }
        guard SystemFile.exists(files.path) else { return nil }
        return try WriterLock.take(files.writerLock, of: files.path, store: files.name, timeout: .zero)
    }

    /// Throws when somebody writes the store.
    func requireFree() throws(StoreError) { try lock()?.release() }

    /// Removes the store's files; another process that writes the store keeps it.
    func destroy() throws(StoreError) {
        guard let lock = try lock() else { return }
        defer { lock.release() }
        for path in [files.path, files.readerSlots, files.writerLock] { try SystemFile.remove(path) }
        try SystemFile.synchronize(files.folder)
    }

    /// Copies the store as it is at one commit, to a place where nothing is; others may write it meanwhile.
    func copy(to url: URL) throws(StoreError) {
        let target = StoreFiles(url)
        guard !SystemFile.exists(target.path) else {
            throw StoreError(.permission, [.path: target.path, .reason: "there is a file already"])
        }
        let environment = try environment()
        try SystemFile.makeFolders(target.folder)
        try target.make { (path) throws(StoreError) in
            let result = mdb_env_copy2(environment.handle, path, 0)
            // What goes wrong here is about the copy.
            try LMDBFailure.check(result, target.path, environment.options)
        }
    }
}
