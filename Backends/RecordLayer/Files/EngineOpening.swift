import PolystoreStorage

/// What an engine is told when it opens a file, and its right to have the file open.
public final class EngineOpening: Sendable {
    /// What the file is opened for.
    public enum Access: Hashable, Sendable {
        /// Writing, by one process at a time.
        case write
        /// Reading, beside a writer in this or another process.
        case read
        /// Reading where nothing can be written beside the file, so that nobody writes it and no locks can be taken.
        case readAlone
        /// Making: nobody else knows the file, and whoever makes it syncs it as a whole.
        case create
    }

    /// The file.
    public let path: String
    /// What it is opened for.
    public let access: Access
    /// Checked options.
    public let options: StoreOptions
    private let entry: OpenFileRegistry.Entry?
    private let lock: WriterLock?

    init(
        _ path: String, _ access: Access, _ options: StoreOptions, entry: OpenFileRegistry.Entry? = nil,
        lock: WriterLock? = nil
    ) {
        self.path = path
        self.access = access
        self.options = options
        self.entry = entry
        self.lock = lock
    }
}
