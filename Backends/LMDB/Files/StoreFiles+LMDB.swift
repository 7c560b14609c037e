import PolystoreStorage

extension StoreFiles {
    /// The library's file of reader slots and locks.
    var readerSlots: String { path + "-lock" }

    /// The file that is locked by the process that writes.
    ///
    /// The library's own lock has no time limit and does not tell who holds it; it is asked for only by the one process
    /// that holds this one.
    var writerLock: String { path + "-writer" }
}
