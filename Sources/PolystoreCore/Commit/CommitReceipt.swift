import PolystoreModel
import PolystoreStorage

/// The proof of a save: which commit of each store it is part of.
public struct CommitReceipt: Hashable, Sendable {
    /// The commits by store; empty for a save that changed nothing.
    public let commits: [StoreNumber: CommitNumber]

    /// Makes a receipt.
    public init(commits: [StoreNumber: CommitNumber]) { self.commits = commits }
}
