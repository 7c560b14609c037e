extension FetchPredicate {
    private enum CodingKeys: String, CodingKey {
        case and, or, not, compare
    }

    /// Reads `true`, `false`, or an object with `and`, `or`, `not` or `compare`.
    public init(from decoder: any Decoder) throws {
        let keyed: KeyedDecodingContainer<CodingKeys>
        do {
            keyed = try decoder.container(keyedBy: CodingKeys.self)
        } catch DecodingError.typeMismatch {
            self = .constant(try decoder.singleValueContainer().decode(Bool.self))
            return
        }
        switch keyed.allKeys.first {
        case .and?: self = .and(try keyed.decode([FetchPredicate].self, forKey: .and))
        case .or?: self = .or(try keyed.decode([FetchPredicate].self, forKey: .or))
        case .not?: self = .not(try keyed.decode(FetchPredicate.self, forKey: .not))
        case .compare?: self = .comparison(try FetchComparison(from: decoder))
        case nil:
            let description = "a condition is true, false, or has one of the keys and, or, not, compare"
            throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: description))
        }
    }

    /// Writes `true`, `false`, or an object with `and`, `or`, `not` or `compare`.
    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .constant(let value):
            var container = encoder.singleValueContainer()
            try container.encode(value)
        case .comparison(let comparison): try comparison.encode(to: encoder)
        case .and(let parts):
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(parts, forKey: .and)
        case .or(let parts):
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(parts, forKey: .or)
        case .not(let part):
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(part, forKey: .not)
        }
    }
}
