import Foundation

extension Value: Codable {
    private enum CodingKeys: String, CodingKey {
        case boolean, integer, double, decimal, string, date, data, uuid, uri, object
    }

    /// Reads an object with one member named for the kind; an empty object is a missing value.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        guard let kind = container.allKeys.first else {
            self = .missing
            return
        }
        switch kind {
        case .boolean: self = .boolean(try container.decode(Bool.self, forKey: kind))
        case .integer: self = .integer(try container.decode(Int64.self, forKey: kind))
        case .double: self = .double(try Value.decodeDouble(container, kind))
        case .decimal: self = .decimal(try Value.decodeDecimal(container, kind))
        case .string: self = .string(try container.decode(String.self, forKey: kind))
        case .date:
            self = .date(Date(timeIntervalSinceReferenceDate: try Value.decodeDouble(container, kind)))
        case .data: self = .data(try container.decode(Data.self, forKey: kind))
        case .uuid: self = .uuid(try container.decode(UUID.self, forKey: kind))
        case .uri: self = .uri(try container.decode(URL.self, forKey: kind))
        case .object: self = .object(try container.decode(ObjectID.self, forKey: kind))
        }
    }

    /// Writes an object with one member named for the kind.
    ///
    /// Numbers that JSON cannot carry exactly are text.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .missing: break
        case .boolean(let value): try container.encode(value, forKey: .boolean)
        case .integer(let value): try container.encode(value, forKey: .integer)
        case .double(let value): try container.encode(value.description, forKey: .double)
        case .decimal(let value): try container.encode(value.description, forKey: .decimal)
        case .string(let value): try container.encode(value, forKey: .string)
        case .date(let value):
            try container.encode(value.timeIntervalSinceReferenceDate.description, forKey: .date)
        case .data(let value): try container.encode(value, forKey: .data)
        case .uuid(let value): try container.encode(value, forKey: .uuid)
        case .uri(let value): try container.encode(value, forKey: .uri)
        case .object(let value): try container.encode(value, forKey: .object)
        }
    }

    private static func decodeDouble(
        _ container: KeyedDecodingContainer<CodingKeys>, _ kind: CodingKeys
    ) throws -> Double {
        guard let value = Double(try container.decode(String.self, forKey: kind)) else {
            throw DecodingError.dataCorruptedError(forKey: kind, in: container, debugDescription: "not a number")
        }
        return value
    }

    private static func decodeDecimal(
        _ container: KeyedDecodingContainer<CodingKeys>, _ kind: CodingKeys
    ) throws -> Decimal {
        guard let value = Decimal(string: try container.decode(String.self, forKey: kind)) else {
            throw DecodingError.dataCorruptedError(forKey: kind, in: container, debugDescription: "not a decimal")
        }
        return value
    }
}
