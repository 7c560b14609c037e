/// The summary of a copy of a graph.
public struct GraphCopySummary: Hashable, Sendable {
    /// The number of objects.
    public let objectCount: Int
    /// The number of pairs of join tables.
    public let linkCount: Int
    /// The number of objects that got a new key, because another one had it.
    public let newKeyCount: Int
    /// The digest of the copy.
    public let digest: GraphDigest
}
