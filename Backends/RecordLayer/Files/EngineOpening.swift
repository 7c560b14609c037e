import PolystoreStorage

/// The parameters of opening a file, and the engine's right to have the file open.
public final class EngineOpening: Sendable {
    /// The purpose of the opening.
    public enum Access: Hashable, Sendable {
        /// Writing, by one process at a time.
        case write
        /// Reading, beside a writer in this or another process.
        case read
        /// Reading where no file can be written beside the store's, so that no process writes it and no locks can be
        /// taken.
        case readAlone
        /// Making: no other opener knows the file, and the layer syncs it as a whole.
        case create
    }

    /// The file.
    public let path: String
    /// The purpose of the opening.
    public let access: Access
    /// Checked options.
    public let options: StoreOptions
    /// The tables that the file may lack, because they came with a later format than the file's.
    ///
    /// Such a table is read as an empty one, and is made when it is first written. A file without another one is `foreign`.
    public let optionalTables: Set<EngineTable>
    private let entry: OpenFileRegistry.Entry?
    private let lock: WriterLock?

    init(
        _ path: String, _ access: Access, _ options: StoreOptions,
        optionalTables: Set<EngineTable> = EngineTable.optional, entry: OpenFileRegistry.Entry? = nil,
        lock: WriterLock? = nil
    ) {
        self.path = path
        self.access = access
        self.options = options
        self.optionalTables = optionalTables
        self.entry = entry
        self.lock = lock
    }
}
