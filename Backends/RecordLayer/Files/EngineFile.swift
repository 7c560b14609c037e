import PolystoreStorage

/// A key-value library that keeps a store in a file: all that an engine in files provides.
///
/// What such engines have in common is done above it, by `FileEngine` and the store type that
/// `StoreType.inFiles(of:name:product:)` makes: names and locks, one opening of a file in a process, a birth under a
/// temporary name, options, snapshots that are taken away when the store is closed, savepoints, metadata without opening,
/// copies and removal.
///
/// Reading goes on beside the one writer and from any thread; writing comes from one thread, which is always the same.
public protocol EngineFile: AnyObject, Sendable {
    /// The library's read transactions.
    associatedtype Reading: EngineView
    /// The library's write transactions.
    associatedtype Writing: EngineWriting

    /// The library's limits.
    static var limits: EngineLimits { get }

    /// The options that a store may have.
    static var options: [StoreType.Option] { get }

    /// The ends of the names of files that are kept beside the store's, such as `-lock`: they are removed with the store, and
    /// when it is made. The first is the one without which readers have no locks.
    static var companions: [String] { get }

    /// Opens a file, or makes an empty one when the opening says so.
    ///
    /// The opening is kept as long as the file is open: its last reference gives back the writer's lock, and lets the file
    /// be opened again.
    ///
    /// - Throws: `foreign` for a file of another kind, `damaged`, `unsupportedFormat`, `full`, `permission`, `inputOutput`.
    init(_ opening: EngineOpening) throws(StoreError)

    /// Begins to read the last commit.
    func beginReading() throws(StoreError) -> Reading

    /// Begins the write transaction, when none is open.
    func beginWriting(_ durability: Durability) throws(StoreError) -> Writing

    /// The library's table of readers, of all processes, in its own words, line by line; by default empty.
    func readers() throws(StoreError) -> [String]

    /// Puts everything that was committed on the disk.
    func synchronize() throws(StoreError)

    /// Copies what was committed last into a new file, while others may read and write.
    func copy(to path: String) throws(StoreError)
}

extension EngineFile {
    /// Nothing, for a library that keeps no table of readers.
    public func readers() throws(StoreError) -> [String] { [] }
}
