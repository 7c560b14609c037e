import PolystoreStorage

/// The state of the open transaction of a record store, used by its writer thread.
struct RecordStoreTransaction {
    var writer: RecordWriter?
    /// The metadata that the commit will publish beside its number; nil where it has not changed.
    var metadata: StoreMetadata?
    /// The number of the commit, once it is prepared.
    var watermark: CommitNumber?
    /// The last reservation of each hierarchy of this process, until it is given back: everything before its end is
    /// reserved or used, also when other processes reserve keys meanwhile.
    var reservations: [UInt16: Range<Int64>] = [:]
}
