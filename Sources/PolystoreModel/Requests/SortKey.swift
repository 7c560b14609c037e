/// One key of an order: a key path through to-one relationships, a direction, and how text is folded.
///
/// Missing values come first ascending and last descending. Text is ordered by its UTF-8 bytes, after folding.
public struct SortKey: Hashable, Sendable, Codable {
    /// Property names from the fetched object on.
    public var keyPath: [String]
    /// Whether small values come first.
    public var isAscending: Bool
    /// How text is folded before it is compared.
    public var options: FetchComparison.Options

    /// Makes a sort key.
    public init(_ keyPath: [String], ascending: Bool = true, options: FetchComparison.Options = []) {
        self.keyPath = keyPath
        isAscending = ascending
        self.options = options
    }
}
