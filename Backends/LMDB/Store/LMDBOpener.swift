import CPolystoreLMDB
import Foundation
import PolystoreModel
import PolystoreRecordLayer
import PolystoreStorage

/// Opens a store, or makes it: everything between a URL and a record store over an engine.
struct LMDBOpener {
    let opening: StoreOpening
    let options: LMDBOptions
    let files: StoreFiles

    init(_ opening: StoreOpening) throws(StoreError) {
        self.opening = opening
        options = try LMDBOptions(opening.options, store: opening.name)
        guard let url = opening.url, url.isFileURL else {
            throw StoreError(.missing, [.store: opening.name, .reason: "a store of this type needs a file URL"])
        }
        files = StoreFiles(url)
    }

    func open() throws(StoreError) -> RecordStore<LMDBEngine> {
        do throws(StoreError) {
            return try opening.access == .readOnly ? openForReading() : openForWriting()
        } catch {
            var error = error
            error.details[.store] = error.details[.store] ?? opening.name
            error.details[.path] = error.details[.path] ?? files.path
            throw error
        }
    }

    private func openForWriting() throws(StoreError) -> RecordStore<LMDBEngine> {
        if let identity = FileIdentity(path: files.path), OpenFileRegistry.isOpen(identity) {
            throw StoreError(.alreadyOpen)
        }
        guard SystemFile.exists(files.path) || opening.creates else { throw files.missing }
        try SystemFile.makeFolders(files.folder)
        let lock = try WriterLock.take(
            files.writerLock, of: files.path, store: opening.name, timeout: opening.lockTimeout)
        if !SystemFile.exists(files.path) { try create() }
        return try RecordStore(LMDBEngine(try environment(.write), lock: lock), opening)
    }

    private func openForReading() throws(StoreError) -> RecordStore<LMDBEngine> {
        guard SystemFile.exists(files.path) else { throw files.missing }
        return try RecordStore(LMDBEngine(try environment(files.readingMode), lock: nil), opening)
    }

    /// Opens the file once it is known that it can be mapped.
    private func environment(_ mode: LMDBEnvironment.Mode) throws(StoreError) -> LMDBEnvironment {
        guard let identity = FileIdentity(path: files.path) else { throw files.missing }
        let entry = try OpenFileRegistry.enter(identity, path: files.path, store: opening.name)
        let environment = try LMDBEnvironment.checked(mode, files.path, options, entry: entry)
        LMDBOpenFiles.note(environment, identity)
        return environment
    }

    /// Makes the store's file: a whole record store under a temporary name.
    private func create() throws(StoreError) {
        try files.make { (path) throws(StoreError) in
            let environment = try LMDBEnvironment(.create, path, options)
            try RecordStore(LMDBEngine(environment, lock: nil), opening).close()
            // Slots of a file that is gone are nobody's.
            try SystemFile.remove(files.readerSlots)
        }
    }
}

extension StoreFiles {
    /// How the file is read: without locks where nobody can make the library's file of reader slots, because then
    /// nobody writes it.
    var readingMode: LMDBEnvironment.Mode {
        !SystemFile.exists(readerSlots) && !SystemFile.isWritable(folder) ? .readUnchanging : .read
    }
}
