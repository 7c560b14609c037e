/// The policy when a store that others remember is not among those that are opened.
public enum MissingStorePolicy: Hashable, Sendable {
    /// Opening fails with `lostStore` or `formerHomeMissing`.
    case refuse
    /// The stores are opened all the same, to look at what is there; references to the store lead nowhere.
    case accept
}
