import Foundation
import PolystoreModel

/// The types whose values are written as text with the type's name before it.
enum FormatLiteral: String {
    case date, uuid, uri, data, object

    /// What must stand between the parentheses.
    var expectation: String {
        switch self {
        case .date: "a date such as \"2024-02-29T12:00:00Z\", or seconds since 2001"
        case .uuid: "a UUID as text"
        case .uri: "a URI as text"
        case .data: "data as Base64 text"
        case .object: "an object's URI as text"
        }
    }

    /// The value of a text; nil when it is none.
    func value(_ text: String) -> Value? {
        switch self {
        case .date: return DateText.date(text).map(Value.date)
        case .uuid: return UUID(uuidString: text).map(Value.uuid)
        case .uri: return URL(string: text).map(Value.uri)
        case .data: return Data(base64Encoded: text).map(Value.data)
        case .object:
            guard let uri = ObjectURI(text) else { return nil }
            // Reading interns nothing: what is not known here stays text, which resolution looks up in the model.
            guard let store = StoreNumber(known: uri.store), let root = RootNumber(known: uri.entity) else {
                return .string(text)
            }
            return .object(ObjectID(store: store, root: root, key: uri.key))
        }
    }

    /// A decimal of digits, exactly; nil when it has too many.
    static func decimal(_ text: String) -> Value? {
        let parts = text.drop { $0 == "-" }.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count <= 2, let whole = parts.first else { return nil }
        let fraction = parts.count == 2 ? parts[1] : ""
        let significant = (whole + fraction).drop { $0 == "0" }
        let zeros = significant.reversed().prefix { $0 == "0" }.count
        let digits = significant.dropLast(zeros)
        guard digits.count <= 39, let magnitude = UInt128(digits.isEmpty ? "0" : String(digits)) else { return nil }
        let fields = DecimalFields(
            isNegative: text.hasPrefix("-"), exponent: zeros - fraction.count, magnitude: magnitude)
        return fields.decimal.map(Value.decimal)
    }
}
