import PolystoreStorage

/// What copies a log back: one connection copies, another one reads meanwhile, so that no commit begins the log anew.
///
/// SQLite before 3.51.3 may lose frames where a connection begins to copy a log of which nothing is left to be copied
/// while a commit begins it anew (https://www.sqlite.org/wal.html#walresetbug). Where there is something to copy, the
/// reader's lock on the log keeps it; where there is nothing, the reader reads the file alone, and its lock on that
/// keeps the library from copying.
struct CopyingConnections {
    private let copier: Connection
    private let reader: Connection

    init(_ settings: ConnectionSettings) throws(StoreError) {
        copier = try Connection(.checkpoint, settings)
        reader = try Connection(.read, settings)
    }

    /// Copies what no reader of others keeps from being copied, and puts the file on the disk.
    ///
    /// - Returns: How many frames of the log are in the file; 0 when another connection copies, or the disk refuses.
    /// - Throws: The errors of reading; these connections cannot be used any more then.
    func copy() throws(StoreError) -> Int {
        try reader.run("BEGIN")
        // What is read first begins the transaction.
        _ = try reader.integer("PRAGMA schema_version")
        let result = copier.copyLogBack()
        try reader.run("ROLLBACK")
        guard let result else { return 0 }
        // The library puts the file on the disk with the last frame of the log only, which the writer would wait for.
        copier.synchronizeFile()
        return result.copied
    }
}
