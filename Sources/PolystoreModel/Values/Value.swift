import Foundation

/// One value of a property or an expression, tagged with its kind.
///
/// Rows carry packed bytes, not values of this type: it serves constants in predicates, defaults, validation, errors
/// and tools, where one value at a time is looked at.
public enum Value: Hashable, Sendable {
    /// No value: Core Data's nil, SQL's NULL.
    case missing
    /// True or false.
    case boolean(Bool)
    /// An integer of any width.
    case integer(Int64)
    /// A floating-point number; a single-precision value is widened exactly.
    case double(Double)
    /// An exact decimal number.
    case decimal(Decimal)
    /// Text.
    case string(String)
    /// A point in time.
    case date(Date)
    /// Bytes, of a binary or a transformable attribute.
    case data(Data)
    /// A UUID.
    case uuid(UUID)
    /// A URI.
    case uri(URL)
    /// A reference to an object.
    case object(ObjectID)

    /// Whether there is no value.
    public var isMissing: Bool {
        if case .missing = self { true } else { false }
    }

    /// The name of the value's kind, for messages: it never shows the value itself.
    public var kindName: String {
        switch self {
        case .missing: "nil"
        case .boolean: "boolean"
        case .integer: "integer"
        case .double: "double"
        case .decimal: "decimal"
        case .string: "string"
        case .date: "date"
        case .data: "binary"
        case .uuid: "uuid"
        case .uri: "uri"
        case .object: "object"
        }
    }
}
