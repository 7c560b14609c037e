import Foundation
import PolystoreModel

/// Writes predicates as text that reads back as the same predicate.
enum FormatPrinter {
    /// The text of a predicate.
    static func text(_ predicate: FetchPredicate) -> String {
        switch predicate {
        case .constant(let value): value ? "TRUEPREDICATE" : "FALSEPREDICATE"
        case .comparison(let comparison): text(comparison)
        case .not(let part): "NOT " + enclosed(part, isLoose: part.joinsParts)
        case .and(let parts): joined(parts, " AND ", empty: "TRUEPREDICATE")
        case .or(let parts): joined(parts, " OR ", empty: "FALSEPREDICATE")
        }
    }

    private static func joined(_ parts: [FetchPredicate], _ word: String, empty: String) -> String {
        if parts.isEmpty { return empty }
        if parts.count == 1 { return text(parts[0]) }
        return parts.map { enclosed($0, isLoose: $0.joinsParts) }.joined(separator: word)
    }

    private static func enclosed(_ predicate: FetchPredicate, isLoose: Bool) -> String {
        isLoose ? "(\(text(predicate)))" : text(predicate)
    }

    private static func text(_ comparison: FetchComparison) -> String {
        let quantifier =
            switch comparison.quantifier {
            case .none: ""
            case .any: "ANY "
            case .all: "ALL "
            case .noneOf: "NONE "
            }
        let (left, right) = (operand(comparison.left), operand(comparison.right))
        return "\(quantifier)\(left) \(comparison.comparator.text)\(text(comparison.options)) \(right)"
    }

    /// The letters of options in brackets; nothing for none.
    static func text(_ options: FetchComparison.Options) -> String {
        options.isEmpty ? "" : "[\(options.letters)]"
    }

    /// A key path, with names escaped that would read as something else.
    static func path(_ names: [String]) -> String {
        names.enumerated().map { index, name in
            if name.hasPrefix("@"), FormatKeyword.isName(String(name.dropFirst())) { return name }
            guard FormatKeyword.isName(name) else { return quotedName(name) }
            let isReserved = FormatKeyword.reserved.contains(name.uppercased())
            if index == 0, isReserved, !(name == "SELF" && names.count > 1) { return "#\(name)" }
            return name
        }.joined(separator: ".")
    }

    /// A name between back quotes, of which one in the name is written twice, whatever marks follow it.
    static func quotedName(_ name: String) -> String {
        var result = "`"
        for scalar in name.unicodeScalars {
            if scalar == "`" { result += "`" }
            result.unicodeScalars.append(scalar)
        }
        return result + "`"
    }

    static func text(_ value: Value) -> String {
        switch value {
        case .missing: "nil"
        case .boolean(let value): value ? "true" : "false"
        case .integer(let value): String(value)
        case .double(let value): text(value)
        case .decimal(let value): text(value)
        case .string(let text): quoted(text)
        case .date(let date):
            "date(\(DateText.text(date).map(quoted) ?? text(date.timeIntervalSinceReferenceDate)))"
        case .data(let data): "data(\(quoted(data.base64EncodedString())))"
        case .uuid(let uuid): "uuid(\(quoted(uuid.uuidString)))"
        case .uri(let uri): "uri(\(quoted(uri.absoluteString)))"
        case .object(let object): "object(\(quoted(object.description)))"
        }
    }

    /// A double always has an exponent.
    private static func text(_ value: Double) -> String {
        if value.isInfinite { return value < 0 ? "-INFINITY" : "INFINITY" }
        let text = value.description
        return text.contains("e") || value.isNaN ? text : text + "e0"
    }

    /// A decimal always has a point.
    private static func text(_ value: Decimal) -> String {
        let text = value.description
        return text.contains(".") || value.isNaN ? text : text + ".0"
    }

    private static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": result += "\\\(scalar)"
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            case _ where scalar.value < 0x20 || scalar.value == 0x7F:
                result += "\\u{\(String(scalar.value, radix: 16))}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}

extension FetchPredicate {
    /// Whether the text is parts with a word between them.
    fileprivate var joinsParts: Bool {
        switch self {
        case .and(let parts), .or(let parts): parts.count > 1 || (parts.first?.joinsParts ?? false)
        default: false
        }
    }
}
