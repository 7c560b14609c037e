/// Which element of a collection is meant: what stands in the brackets behind an expression.
public indirect enum ElementSelector: Hashable, Sendable, Codable {
    /// The first element; missing when there is none.
    case first
    /// The last element; missing when there is none.
    case last
    /// The number of elements.
    case size
    /// The element of a number that counts from 0; missing beyond the ends.
    case index(FetchExpression)

    /// Reads `first`, `last`, `size`, or an expression.
    public init(from decoder: any Decoder) throws {
        let text: String
        do {
            text = try decoder.singleValueContainer().decode(String.self)
        } catch DecodingError.typeMismatch {
            self = .index(try FetchExpression(from: decoder))
            return
        }
        switch text {
        case "first": self = .first
        case "last": self = .last
        case "size": self = .size
        default:
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "an element is first, last, size or a number"))
        }
    }

    /// Writes what `init(from:)` reads.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .first: try container.encode("first")
        case .last: try container.encode("last")
        case .size: try container.encode("size")
        case .index(let number): try container.encode(number)
        }
    }
}
