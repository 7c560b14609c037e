/// The rule for related objects when an object is deleted.
public enum DeleteRule: String, Hashable, Sendable, Codable, CaseIterable {
    /// Their side of the relationship is cleared.
    case nullify
    /// They are deleted too.
    case cascade
    /// The delete fails at save while there are any.
    case deny
    /// Nothing: the program keeps the graph whole.
    case noAction
}
