import PolystoreModel

extension Attribute {
    /// Small values first, missing ones before them.
    public var ascending: SortKey { SortKey(attributeExpression) }
    /// Great values first, missing ones behind them.
    public var descending: SortKey { SortKey(attributeExpression, ascending: false) }
}

extension AttributePath {
    /// Small values first, missing ones before them.
    public var ascending: SortKey { SortKey(pathExpression) }
    /// Great values first, missing ones behind them.
    public var descending: SortKey { SortKey(pathExpression, ascending: false) }
}

extension SortKey {
    /// The key with text folded: `Person.name.ascending.folding(.caseInsensitive)`.
    public func folding(_ options: FetchComparison.Options) -> SortKey {
        var key = self
        key.options = options
        return key
    }
}
