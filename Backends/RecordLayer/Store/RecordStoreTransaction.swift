import PolystoreStorage

/// What belongs to the open transaction of a record store, and to its writer thread.
struct RecordStoreTransaction {
    var writer: RecordWriter?
    /// What the commit will publish beside its number; nil where nothing of it has changed.
    var metadata: StoreMetadata?
    /// The number of the commit, once it is prepared.
    var watermark: CommitNumber?
    /// The last reservation of each hierarchy, as long as it is the last.
    var reservations: [UInt16: Range<Int64>] = [:]
}
