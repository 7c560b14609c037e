/// How two collections are combined; equal elements count once in the result.
public enum SetOperation: String, Hashable, Sendable, Codable, CaseIterable {
    /// What is in one of them at least.
    case union
    /// What is in both.
    case intersect
    /// What is in the first and not in the second.
    case minus
}
