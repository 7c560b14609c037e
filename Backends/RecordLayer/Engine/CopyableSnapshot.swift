import PolystoreStorage

/// A snapshot of an engine whose stores lie in files: it can be made a store of its own.
///
/// Stores of other engines are copied by none.
public protocol CopyableSnapshot: OrderedSnapshot {
    /// Makes a store's file at a place where nothing is, of entries that a closure hands over in the order of tables and keys.
    ///
    /// The file is whole and on the disk when the call returns, and there is none when it throws.
    ///
    /// - Throws: `unsupported`, what the closure throws, and errors of the file system.
    func makeFile(_ target: PersistentStoreDescription, of entries: EntrySource) throws(StoreError)
}

/// Hands entries over, one after another, in the order of tables and keys.
public typealias EntrySource = (_ receive: EntryReceiver) throws(StoreError) -> Void

/// Takes an entry, whose bytes are valid in the call only.
public typealias EntryReceiver =
    (_ table: EngineTable, _ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) throws(StoreError) -> Void
