/// How a save settles conflicts with what other contexts or processes saved meanwhile.
public enum MergePolicy: String, Hashable, Sendable, CaseIterable {
    /// The save fails with every conflict.
    case error
    /// Property by property: what only one side changed is kept; where both did, the store's value wins.
    case mergeByPropertyStoreTrump
    /// Property by property: what only one side changed is kept; where both did, the context's value wins. A new object
    /// with a unique value that is stored already updates the stored object.
    case mergeByPropertyObjectTrump
    /// The context's objects replace the stored ones as a whole.
    case overwrite
    /// The store's rows replace the context's objects as a whole.
    case rollback
}
