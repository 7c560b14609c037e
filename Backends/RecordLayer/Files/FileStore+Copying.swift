import PolystoreModel
import PolystoreStorage

extension FileStore {
    /// The bytes of a transaction: what a new file is made of is more than one should hold.
    private static var transactionSize: Int { 32 << 20 }

    /// Copies the store as it is at one commit, to a place where nothing is; others may write it meanwhile.
    ///
    /// The copy belongs to no commit domain.
    func copy(to target: FileStore) throws(StoreError) {
        try target.files.requireNothing()
        let file = try fileInUse()
        try target.files.makeCopy(locking: target.writerLock, removing: target.companions) {
            (path) throws(StoreError) in
            try target.build(path, from: file)
        }
    }

    /// Makes the store's file of what was committed last in another one; the caller holds the writer's lock.
    func replace(by source: FileStore) throws(StoreError) {
        let file = try source.fileInUse()
        try files.make(removing: companions) { (path) throws(StoreError) in try build(path, from: file) }
    }

    private func build(_ path: String, from file: File) throws(StoreError) {
        try file.copy(to: path)
        try leaveDomain(path)
    }

    /// Takes a copy that has not its name yet out of the commit domain, and leaves no file beside it.
    private func leaveDomain(_ path: String) throws(StoreError) {
        func leave() throws(StoreError) {
            let copy = try File(EngineOpening(path, .write, StoreOptions()))
            try RecordStore.leaveDomain(FileEngine(copy, writes: true), named: files.name)
        }
        try leave()
        for end in File.companions { try SystemFile.remove(path + end) }
    }

    /// Makes a store's file, at a place where nothing is, of entries in the order of tables and keys.
    @Sendable
    static func makeFile(_ target: PersistentStoreDescription, of entries: EntrySource) throws(StoreError) {
        let store = try FileStore(target)
        try target.options.check(against: File.options, store: target.name)
        try store.files.makeCopy(locking: store.writerLock, removing: store.companions) { (path) throws(StoreError) in
            try fill(try File(EngineOpening(path, .create, target.options)), entries)
        }
    }

    private static func fill(_ file: File, _ entries: EntrySource) throws(StoreError) {
        var writing: File.Writing? = try file.beginWriting(.full)
        var size = 0
        defer { writing?.end() }
        func commit() throws(StoreError) {
            guard let open = writing.take() else { return }
            try open.commit()
        }
        try entries { (table, key, value) throws(StoreError) in
            if size > transactionSize {
                try commit()
                writing = try file.beginWriting(.full)
                size = 0
            }
            try writing?.append(table, key, value)
            size += key.count + value.count
        }
        try commit()
    }
}
