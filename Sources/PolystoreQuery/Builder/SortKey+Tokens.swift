import PolystoreModel

extension Attribute {
    /// Small values first, missing ones before them.
    public var ascending: SortKey { SortKey([propertyKey.name]) }
    /// Great values first, missing ones behind them.
    public var descending: SortKey { SortKey([propertyKey.name], ascending: false) }
}

extension AttributePath {
    /// Small values first, missing ones before them.
    public var ascending: SortKey { SortKey(propertyKeys.map(\.name)) }
    /// Great values first, missing ones behind them.
    public var descending: SortKey { SortKey(propertyKeys.map(\.name), ascending: false) }
}

extension SortKey {
    /// The key with text folded: `Person.name.ascending.folding(.caseInsensitive)`.
    public func folding(_ options: FetchComparison.Options) -> SortKey {
        var key = self
        key.options = options
        return key
    }
}
