// Elements are attribute values, and so `Sendable`: a conformance cannot depend on `Sendable` by itself.

/// An array of `Codable` values is kept as JSON: `Attribute<[String]>("tags")`.
extension Array: AttributeValue, TransformableValue where Element: AttributeValue & Codable {
    /// No elements.
    public static var zeroValue: [Element] { [] }
}

/// A set of `Codable` values is kept as JSON.
extension Set: AttributeValue, TransformableValue where Element: AttributeValue & Codable {
    /// No elements.
    public static var zeroValue: Set<Element> { [] }
}

/// A dictionary of `Codable` values is kept as JSON.
extension Dictionary: AttributeValue, TransformableValue
where Key: AttributeValue & Codable, Value: AttributeValue & Codable {
    /// No entries.
    public static var zeroValue: [Key: Value] { [:] }
}
