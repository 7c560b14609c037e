import Foundation
import PolystoreModel

/// Values and trees as Swift source that makes them again.
struct SwiftLiteral {
    /// How types are named.
    let types: TypeNames

    /// A text.
    func text(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": result += "\\\\"
            case "\"": result += "\\\""
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            case "\0"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}", "\u{FEFF}":
                result += "\\u{\(String(scalar.value, radix: 16))}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }

    /// A list of texts.
    func list(_ texts: [String]) -> String { "[" + texts.map(text).joined(separator: ", ") + "]" }

    /// A list of texts as arguments.
    func arguments(_ texts: [String]) -> String { texts.map(text).joined(separator: ", ") }

    /// Texts by names, in the order of the names.
    func dictionary(_ entries: [String: String]) -> String {
        guard !entries.isEmpty else { return "[:]" }
        let sorted = entries.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
        return "[" + sorted.map { "\(text($0.key)): \(text($0.value))" }.joined(separator: ", ") + "]"
    }

    /// A tagged value, as a member of `Value`.
    func value(_ value: Value) -> String {
        switch value {
        case .missing: ".missing"
        case .boolean(let value): ".boolean(\(value))"
        case .integer(let value): ".integer(\(value))"
        case .double(let value): ".double(\(number(value)))"
        case .decimal(let value): ".decimal(\(decimal(value)))"
        case .string(let value): ".string(\(text(value)))"
        case .date(let value):
            ".date(\(types.name("Date"))(timeIntervalSinceReferenceDate: \(number(value.timeIntervalSinceReferenceDate))))"
        case .data(let value): ".data(\(types.name("Data"))([\(value.map { String($0) }.joined(separator: ", "))]))"
        case .uuid(let value): ".uuid(\(uuid(value)))"
        case .uri(let value): ".uri(\(uri(value)))"
        // An object belongs to a store, and no program can name it beforehand.
        case .object: ".missing"
        }
    }

    /// A value as Swift writes one of its type; nil for what is none.
    func plain(_ value: Value) -> String? {
        switch value {
        case .missing, .object: nil
        case .boolean(let value): "\(value)"
        case .integer(let value): "\(value)"
        case .double(let value): number(value)
        case .decimal(let value): decimal(value)
        case .string(let value): text(value)
        case .date(let value):
            "\(types.name("Date"))(timeIntervalSinceReferenceDate: \(number(value.timeIntervalSinceReferenceDate)))"
        case .data(let value): "\(types.name("Data"))([\(value.map { String($0) }.joined(separator: ", "))])"
        case .uuid(let value): uuid(value)
        case .uri(let value): uri(value)
        }
    }

    /// A number that reads back as the same bits.
    func number(_ value: Double) -> String {
        value.isFinite ? "\(value)" : "0"
    }

    private func decimal(_ value: Decimal) -> String {
        var copy = value
        let text = NSDecimalString(&copy, nil)
        // Nil cannot come of a text that a decimal gave.
        return "\(types.name("Decimal"))(string: \(self.text(text))) ?? 0"
    }

    private func uuid(_ value: UUID) -> String {
        let bytes = withUnsafeBytes(of: value.uuid) { $0.map { String($0) } }
        return "\(types.name("UUID"))(uuid: (\(bytes.joined(separator: ", "))))"
    }

    private func uri(_ value: URL) -> String {
        let url = types.name("URL")
        return "\(url)(string: \(text(value.absoluteString))) ?? \(url)(fileURLWithPath: \"/\")"
    }
}
