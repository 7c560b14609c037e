extension FetchComparison {
    private enum CodingKeys: String, CodingKey {
        case compare, left, right, quantifier, options
    }

    /// Reads an object with `compare`, `left`, `right` and, if need be, `quantifier` and `options`.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            try container.decode(FetchExpression.self, forKey: .left),
            try container.decode(Operator.self, forKey: .compare),
            try container.decode(FetchExpression.self, forKey: .right),
            quantifier: try container.decodeIfPresent(Quantifier.self, forKey: .quantifier) ?? .none,
            options: try container.decodeIfPresent(Options.self, forKey: .options) ?? [])
    }

    /// Writes what `init(from:)` reads; what has its default is left out.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(comparator, forKey: .compare)
        try container.encode(left, forKey: .left)
        try container.encode(right, forKey: .right)
        if quantifier != .none { try container.encode(quantifier, forKey: .quantifier) }
        if !options.isEmpty { try container.encode(options, forKey: .options) }
    }
}

extension FetchComparison.Options {
    /// Reads the letters of the predicate language.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let options = Self(letters: try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "the options are letters out of c, d, n and l")
        }
        self = options
    }

    /// Writes the letters of the predicate language.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(letters)
    }
}
