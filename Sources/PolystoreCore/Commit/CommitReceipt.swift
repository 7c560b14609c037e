import PolystoreModel
import PolystoreStorage

/// The proof of a save: which commit of each store it is part of.
public struct CommitReceipt: Hashable, Sendable {
    /// Nearly every save is of one store, and few ask what it was.
    private enum Commits: Hashable {
        case one(StoreNumber, CommitNumber)
        case several([StoreNumber: CommitNumber])
    }

    private let all: Commits

    /// The commits by store; empty for a save that changed nothing.
    public var commits: [StoreNumber: CommitNumber] {
        switch all {
        case .one(let store, let commit): [store: commit]
        case .several(let commits): commits
        }
    }

    /// Makes a receipt.
    public init(commits: [StoreNumber: CommitNumber]) {
        // One way for each: receipts of the same commits are equal.
        if commits.count == 1, let only = commits.first {
            all = .one(only.key, only.value)
        } else {
            all = .several(commits)
        }
    }

    /// Makes the receipt of a save of one store.
    init(_ store: StoreNumber, _ commit: CommitNumber) { all = .one(store, commit) }
}
