/// How two collections are combined; equal elements count once in the result.
public enum SetOperation: String, Hashable, Sendable, Codable, CaseIterable {
    /// The union.
    case union
    /// The intersection.
    case intersect
    /// The difference.
    case minus
}
