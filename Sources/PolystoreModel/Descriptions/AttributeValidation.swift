/// The checks of an attribute's value at save; each is optional, none enters the version hash.
public struct AttributeValidation: Hashable, Sendable, Codable {
    /// The smallest valid number or date.
    public var minimum: Value?
    /// The largest valid number or date.
    public var maximum: Value?
    /// The least number of characters (of text) or bytes (of binary).
    public var minimumLength: Int?
    /// The greatest number of characters (of text) or bytes (of binary).
    public var maximumLength: Int?
    /// The regular expression that the whole text must match.
    public var pattern: String?

    /// Makes a validation without checks.
    public init() {}

    /// Whether nothing is checked.
    public var isEmpty: Bool { self == AttributeValidation() }
}
