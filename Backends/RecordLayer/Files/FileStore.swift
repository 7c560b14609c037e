import Foundation
import PolystoreModel
import PolystoreStorage

/// A store in a file of an engine: everything between a URL and a record store.
struct FileStore<File: EngineFile> {
    let files: StoreFiles

    /// The store of a description.
    ///
    /// - Throws: `missing` for one without a file URL.
    init(_ description: PersistentStoreDescription) throws(StoreError) {
        self.init(files: try StoreFiles(description.url, store: description.name))
    }

    init(files: StoreFiles) { self.files = files }

    /// The file that is locked by the process that writes.
    ///
    /// A library's own lock, if it has one, has no time limit and does not name its holder; only the one process that
    /// holds this one asks for it.
    var writerLock: String { files.path + "-writer" }

    var companions: [String] { File.companions.map { files.path + $0 } }

    /// Opens the store, or makes it.
    func open(_ opening: StoreOpening) throws(StoreError) -> RecordStore<FileEngine<File>> {
        do throws(StoreError) {
            try opening.options.check(against: File.options, store: opening.name)
            return try opening.access == .readOnly ? openForReading(opening) : openForWriting(opening)
        } catch {
            var error = error
            error.details[.store] = error.details[.store] ?? opening.name
            error.details[.path] = error.details[.path] ?? files.path
            throw error
        }
    }

    private func openForWriting(_ opening: StoreOpening) throws(StoreError) -> RecordStore<FileEngine<File>> {
        guard !OpenFileRegistry.isOpen(files.path) else { throw StoreError(.alreadyOpen) }
        guard SystemFile.exists(files.path) || opening.creates else { throw files.missing }
        try SystemFile.makeFolders(files.folder)
        let lock = try WriterLock.take(
            writerLock, of: files.path, store: opening.name, timeout: opening.lockTimeout)
        if !SystemFile.exists(files.path) {
            // The former holder of the lock may have removed the store.
            guard opening.creates else { throw files.missing }
            try make(opening)
        }
        let file = try file(
            .write, opening.options, store: opening.name, lock: lock, timeout: opening.lockTimeout)
        return try RecordStore(FileEngine(file, writes: true), opening)
    }

    private func openForReading(_ opening: StoreOpening) throws(StoreError) -> RecordStore<FileEngine<File>> {
        guard SystemFile.exists(files.path) else { throw files.missing }
        let file = try file(reading, opening.options, store: opening.name, timeout: opening.lockTimeout)
        return try RecordStore(FileEngine(file, writes: false), opening)
    }

    /// Makes the store's file: a whole record store under a temporary name.
    private func make(_ opening: StoreOpening) throws(StoreError) {
        try files.make(removing: companions) { (path) throws(StoreError) in
            let file = try File(EngineOpening(path, .create, opening.options))
            try RecordStore(FileEngine(file, writes: false), opening).close()
        }
    }

    /// Opens the file, which this process has not open.
    private func file(
        _ access: EngineOpening.Access, _ options: StoreOptions, store: String, lock: WriterLock? = nil,
        timeout: Duration = .zero
    ) throws(StoreError) -> File {
        let entry = try OpenFileRegistry.enter(files.path, store: store, writes: access == .write, timeout: timeout)
        let file = try File(EngineOpening(files.path, access, options, entry: entry, lock: lock))
        OpenEngines.note(file, entry.identity)
        return file
    }

    /// How the file is read: without locks where the file that they are kept in cannot be made.
    private var reading: EngineOpening.Access {
        let hasLocks = companions.first.map(SystemFile.exists) ?? false
        return hasLocks || SystemFile.isWritable(files.folder) ? .read : .readAlone
    }

    /// The file as this process has it open, or opened for the purpose.
    func fileInUse() throws(StoreError) -> File {
        guard let identity = FileIdentity(path: files.path) else { throw files.missing }
        if let open = OpenEngines.file(identity) as? File { return open }
        return try file(reading, StoreOptions(), store: files.name)
    }

    /// The store's metadata.
    func metadata() throws(StoreError) -> StoreMetadata { try metadata(of: fileInUse()) }

    private func metadata(of file: File) throws(StoreError) -> StoreMetadata {
        let engine = FileEngine(file, writes: false)
        guard let metadata = try RecordStore.metadata(of: engine, named: files.name) else {
            throw StoreError(.damaged, [.path: files.path, .reason: "the store's metadata is missing"])
        }
        return metadata
    }

    /// What the library tells of the store's readers.
    func readers() throws(StoreError) -> StoreReaders { StoreReaders(table: try fileInUse().readers()) }

    /// Takes the place of the store.
    func reserve() throws(StoreError) -> StoreReservation {
        let reservation = try FileReservation(files, lockFile: writerLock)
        return StoreReservation(
            // The reservation has the file entered.
            metadata: { () throws(StoreError) in
                guard SystemFile.exists(files.path) else { throw files.missing }
                return try metadata(of: try File(EngineOpening(files.path, reading, StoreOptions())))
            },
            destroy: { () throws(StoreError) in try remove() },
            replace: { (source) throws(StoreError) in
                try replace(by: try FileStore(source))
            }, release: { reservation.release() })
    }

    /// Removes the store's files; another process that writes the store keeps it.
    func destroy() throws(StoreError) {
        guard SystemFile.exists(files.path) else { return }
        let reservation = try reserve()
        defer { reservation.release() }
        try reservation.destroy()
    }

    private func remove() throws(StoreError) {
        for path in [files.path] + companions { try SystemFile.remove(path) }
        try SystemFile.synchronize(files.folder)
    }
}
