import PolystoreModel
import PolystoreStorage

/// The engine of stores that lie in files of a key-value library.
public final class FileEngine<File: EngineFile>: OrderedEngine {
    /// Nil when closed.
    private let open: Locked<File?>
    private let snapshots = SnapshotRegister()
    private let writes: Bool

    /// Makes the engine of an open file.
    ///
    /// - Parameters:
    ///   - file: The file; closed with its last reference.
    ///   - writes: Whether it is open for writing.
    public init(_ file: File, writes: Bool) {
        self.writes = writes
        open = Locked(file)
    }

    /// The library's limits.
    public var limits: EngineLimits { File.limits }

    /// Takes a view of the last commit.
    public func snapshot() throws(StoreError) -> FileSnapshot {
        let snapshot = FileSnapshot(try file().beginReading(), makesFile: FileStore<File>.makeFile)
        guard snapshots.keep(snapshot) else { throw StoreError(.closed) }
        return snapshot
    }

    /// Begins the write transaction.
    public func begin(_ durability: Durability) throws(StoreError) -> FileTransaction {
        let file = try file()
        return try FileTransaction { () throws(StoreError) in try file.beginWriting(durability) }
    }

    /// Takes idle snapshots away, and lets others read to the end of what they are reading; then the file is closed.
    public func close() throws(StoreError) {
        let file = open.withLock { open in
            defer { open = nil }
            return open
        }
        snapshots.close()
        // Commits without a sync are put on the disk here: the last chance to report that the disk refuses.
        if writes { try file?.synchronize() }
    }

    func file() throws(StoreError) -> File {
        guard let file = open.withLock({ $0 }) else { throw StoreError(.closed) }
        return file
    }
}
