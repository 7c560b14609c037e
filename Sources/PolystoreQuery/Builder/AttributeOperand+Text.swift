import PolystoreModel

extension AttributeOperand where Value: TextAttributeValue {
    /// The text contains another; an empty text is contained in every text.
    public func contains(_ text: String, options: FetchComparison.Options = []) -> FetchPredicate {
        FetchPredicate(self, .contains, .constant(.string(text)), options)
    }

    /// The text begins with another.
    public func hasPrefix(_ prefix: String, options: FetchComparison.Options = []) -> FetchPredicate {
        FetchPredicate(self, .beginsWith, .constant(.string(prefix)), options)
    }

    /// The text ends with another.
    public func hasSuffix(_ suffix: String, options: FetchComparison.Options = []) -> FetchPredicate {
        FetchPredicate(self, .endsWith, .constant(.string(suffix)), options)
    }

    /// The whole text matches a pattern.
    ///
    /// `*` is any text, `?` any one Unicode scalar; a backslash takes the next scalar as it is.
    public func like(_ pattern: String, options: FetchComparison.Options = []) -> FetchPredicate {
        FetchPredicate(self, .like, .constant(.string(pattern)), options)
    }

    /// The text contains another; an empty text is contained in every text.
    public func contains(
        _ text: some AttributeOperand<some TextAttributeValue>, options: FetchComparison.Options = []
    ) -> FetchPredicate {
        FetchPredicate(self, .contains, text, options)
    }

    /// The text begins with another.
    public func hasPrefix(
        _ prefix: some AttributeOperand<some TextAttributeValue>, options: FetchComparison.Options = []
    ) -> FetchPredicate {
        FetchPredicate(self, .beginsWith, prefix, options)
    }

    /// The text ends with another.
    public func hasSuffix(
        _ suffix: some AttributeOperand<some TextAttributeValue>, options: FetchComparison.Options = []
    ) -> FetchPredicate {
        FetchPredicate(self, .endsWith, suffix, options)
    }

    /// The whole text matches a regular expression.
    public func matches(_ pattern: String, options: FetchComparison.Options = []) -> FetchPredicate {
        FetchPredicate(self, .matches, .constant(.string(pattern)), options)
    }

    /// The text equals another, folded as the options say.
    public func equals(_ text: String, options: FetchComparison.Options) -> FetchPredicate {
        FetchPredicate(self, .equal, .constant(.string(text)), options)
    }
}
