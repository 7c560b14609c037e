import PolystoreStorage

/// The state of the open transaction, to be completed at its commit or undone.
struct OpenTransaction {
    /// Files of external data that were written.
    var newFiles: [String] = []
    /// Files of external data that no row names any more.
    var retiredFiles: [String] = []
    /// The number of peers that are stored, this transaction's included.
    var peerCount: Int
    /// The user metadata as it will be; nil when it does not change.
    var user: [String: String]?
    /// The mark of the save over several stores, and the domain, as they will be; nil where they stay.
    var joint: JointMark?
    var domain: CommitDomain.Change?
    /// The error that made the engine give the transaction up.
    var lost: StoreError?
    /// Whether a save was applied: it stays when a later one is undone.
    var hasApplied = false
    /// Whether the watermark was raised.
    var isPrepared = false

    init(peerCount: Int) { self.peerCount = peerCount }
}
