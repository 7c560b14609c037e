/// How one property lies in a row.
///
/// Fixed kinds hold the value itself at their natural width. Variable kinds hold an offset from the row's start and a
/// length, each 4 bytes. The raw values are part of every store's layout descriptors and never change.
public enum SlotKind: UInt8, Hashable, Sendable, Codable {
    case boolean = 1
    case integer16 = 2
    case integer32 = 3
    case integer64 = 4
    case float = 5
    case double = 6
    /// Seconds since 2001-01-01T00:00:00Z, as a double.
    case date = 7
    /// 16 bytes.
    case uuid = 8
    /// UTF-8.
    case string = 9
    /// The UTF-8 of the absolute URI.
    case uri = 10
    /// The order-preserving bytes of `DecimalEncoding`.
    case decimal = 11
    case binary = 12
    /// The bytes that a coder made.
    case transformable = 13
    /// The 8-byte key of an object of one hierarchy, with a 4-byte peer where it may leave the store.
    case reference = 14
    /// The 8-byte key of any object, always with a 4-byte peer.
    case objectReference = 15
    /// The position in an ordered to-many relationship: a sparse integer.
    case orderKey = 16

    /// The kind of a type's values; nil for types that have no slot.
    public init?(_ type: AttributeType) {
        switch type {
        case .undefined, .composite: return nil
        case .integer16: self = .integer16
        case .integer32: self = .integer32
        case .integer64: self = .integer64
        case .decimal: self = .decimal
        case .double: self = .double
        case .float: self = .float
        case .string: self = .string
        case .boolean: self = .boolean
        case .date: self = .date
        case .binary: self = .binary
        case .uuid: self = .uuid
        case .uri: self = .uri
        case .transformable: self = .transformable
        case .objectID: self = .objectReference
        }
    }

    /// The bytes that the slot takes in the fixed part, without a peer.
    public var width: Int {
        switch self {
        case .boolean: 1
        case .integer16: 2
        case .integer32, .float: 4
        case .uuid: 16
        default: 8
        }
    }

    /// Whether the value lies behind the fixed part.
    public var isVariable: Bool {
        switch self {
        case .string, .uri, .decimal, .binary, .transformable: true
        default: false
        }
    }

    /// Whether large values may be kept out of the row.
    @inlinable public var mayBeDeferred: Bool {
        switch self {
        case .binary, .transformable: true
        default: false
        }
    }

    /// Whether the value names another object.
    @inlinable public var isReference: Bool {
        switch self {
        case .reference, .objectReference: true
        default: false
        }
    }

    /// The tag of the kind in a row's checksum: one for all integers and one for both floating-point widths, so that
    /// widening a type keeps old checksums.
    var checksumTag: UInt8 {
        switch self {
        case .integer16, .integer32, .integer64: Self.integer64.rawValue
        case .float, .double: Self.double.rawValue
        case .reference, .objectReference: Self.reference.rawValue
        default: rawValue
        }
    }
}
