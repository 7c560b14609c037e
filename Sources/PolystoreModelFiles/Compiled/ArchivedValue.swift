/// The value of a field of an archived object.
enum ArchivedValue {
    case boolean(Bool)
    case integer(Int64)
    case double(Double)
    case date(Double)
    case data([UInt8])
    case string(String)
    case object(ArchivedObject)

    var string: String? {
        if case .string(let value) = self { value } else { nil }
    }

    var integer: Int64? {
        if case .integer(let value) = self { value } else { nil }
    }

    var boolean: Bool? {
        switch self {
        case .boolean(let value): value
        case .integer(let value): value != 0
        default: nil
        }
    }

    var object: ArchivedObject? {
        if case .object(let value) = self { value } else { nil }
    }
}
