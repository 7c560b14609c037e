/// A request for dictionary results: which objects, and what is computed of them or of groups of them.
///
/// With a grouping, or with an aggregate function of a single value among the columns, each result stands for a group of
/// objects; then columns are made of group expressions, constants and aggregate functions. Without, each stands for an
/// object.
public struct DictionaryRequestDescription: Hashable, Sendable, Codable {
    /// Which objects.
    ///
    /// Order, limit and offset count for results. Sort keys of groups are made of what columns of groups are made of;
    /// behind them, groups are ordered by the values of their group expressions, missing ones first.
    public var objects: FetchRequestDescription
    /// The columns.
    public var columns: [NamedExpression]
    /// The keys of a group; a missing value is a value.
    public var grouping: [FetchExpression]
    /// Which groups; nil means all.
    public var having: FetchPredicate?
    /// Whether equal results count once; the first stays.
    public var isDistinct: Bool

    /// Makes a request.
    public init(
        _ objects: FetchRequestDescription, columns: [NamedExpression], grouping: [FetchExpression] = [],
        having: FetchPredicate? = nil, isDistinct: Bool = false
    ) {
        self.objects = objects
        self.columns = columns
        self.grouping = grouping
        self.having = having
        self.isDistinct = isDistinct
    }
}
