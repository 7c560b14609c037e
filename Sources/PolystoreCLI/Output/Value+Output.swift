import Foundation
import Polystore
import PolystoreTerminal

extension Value {
    /// The value as a cell of a table or of CSV; nil for a missing value.
    ///
    /// Dates are written in ISO 8601 with milliseconds in UTC, those before the year 1 or behind 9999 as their seconds since
    /// 2001, bytes in Base64 and objects as their URIs.
    var text: String? {
        switch self {
        case .missing: nil
        case .boolean(let value): value ? "true" : "false"
        case .integer(let value): String(value)
        case .double(let value): "\(value)"
        case .decimal(let value): "\(value)"
        case .string(let value): value
        case .date(let value):
            Self.writtenDates.contains(value.timeIntervalSinceReferenceDate)
                ? value.formatted(Self.dateStyle) : "\(value.timeIntervalSinceReferenceDate)"
        case .data(let value): value.base64EncodedString()
        case .uuid(let value): value.uuidString
        case .uri(let value): value.absoluteString
        case .object(let value): value.description
        }
    }

    /// The value in JSON: numbers as numbers, decimals with all their digits, and what JSON does not know as text.
    var json: JSONText {
        switch self {
        case .missing: .null
        case .boolean(let value): .boolean(value)
        case .integer(let value): .integer(value)
        case .double(let value): .double(value)
        case .decimal(let value): .number("\(value)")
        default: text.map { .string($0) } ?? .null
        }
    }

    /// The seconds of the years 1 to 9999: others the calendar moves, and ISO 8601 knows only by agreement.
    private static let writtenDates = -63_113_904_000.0..<252_423_993_600.0
    private static let dateStyle = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
}
