import PolystoreModel

/// A sort key with a resolved path, which goes through to-one relationships only and ends in an attribute or an object.
public struct ResolvedSortKey: Hashable, Sendable {
    /// What is compared.
    public var path: ResolvedPath
    /// Whether small values come first.
    public var isAscending: Bool
    /// How text is folded before it is compared.
    public var options: FetchComparison.Options

    /// Makes a sort key.
    public init(_ path: ResolvedPath, ascending: Bool = true, options: FetchComparison.Options = []) {
        self.path = path
        isAscending = ascending
        self.options = options
    }
}
