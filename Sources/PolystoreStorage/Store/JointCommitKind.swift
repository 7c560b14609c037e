/// How a durable store takes part in saves over several durable stores.
public enum JointCommitKind: String, Hashable, Sendable, CaseIterable {
    /// It does not: a save over it and another durable store is refused.
    case none
    /// It commits what the commit log has, without waiting for the disk, and what it lost is applied again from the log.
    ///
    /// Such a store commits in order and loses the last commits only, numbers its commits one after another, and keeps
    /// `StoreChanges.joint` in the transaction.
    case redoable
    /// It keeps a transaction on the disk, under a name, before it is decided: it is a `PreparingStore`.
    case preparing
}
