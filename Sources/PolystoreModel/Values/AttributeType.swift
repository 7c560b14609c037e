/// The kinds of value that an attribute can hold: those of Core Data.
public enum AttributeType: String, Codable, Hashable, Sendable, CaseIterable {
    /// No stored type; legal only for transient attributes.
    case undefined
    /// A signed integer of 16 bits.
    case integer16
    /// A signed integer of 32 bits.
    case integer32
    /// A signed integer of 64 bits.
    case integer64
    /// A decimal number of up to 38 digits, stored exactly.
    case decimal
    /// A double-precision number; NaN is refused and −0 becomes 0.
    case double
    /// A single-precision number; NaN is refused and −0 becomes 0.
    case float
    /// Text, compared by its UTF-8 bytes.
    case string
    /// True or false.
    case boolean
    /// A point in time, in seconds since 2001-01-01T00:00:00Z as a double.
    case date
    /// Bytes.
    case binary
    /// A UUID, compared as 16 bytes.
    case uuid
    /// A URI, compared by the UTF-8 bytes of its absolute text.
    case uri
    /// Any value that a registered coder turns into bytes; not queryable.
    case transformable
    /// Named elements, flattened into the columns `attribute.element`.
    case composite
    /// A reference to an object without a relationship: no inverse, no delete rule.
    case objectID

    /// Whether values are numbers, which compare with each other exactly across types.
    public var isNumber: Bool {
        switch self {
        case .integer16, .integer32, .integer64, .decimal, .double, .float: true
        default: false
        }
    }
}
