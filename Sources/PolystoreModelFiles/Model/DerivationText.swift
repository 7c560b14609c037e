import PolystoreModel
import PolystoreQuery

/// The texts of derivations: a key path, `canonical:(name)`, `uppercase:(name)`, `lowercase:(name)` or `now()`.
enum DerivationText {
    private static let textFunctions = ["canonical", "uppercase", "lowercase"]

    /// The expression of a text; nil when the text is a condition.
    static func expression(of text: String) throws(QueryError) -> FetchExpression? {
        let text = text.filter { $0 != " " }
        if text == "now()" { return .function("now", []) }
        for name in textFunctions where text.hasSuffix(")") {
            let prefix = [name + ":(", name + "("].first { text.hasPrefix($0) }
            guard let prefix else { continue }
            let operand = String(text.dropFirst(prefix.count).dropLast())
            return try FetchExpression(formatText: operand).map { .function(name, [$0]) }
        }
        return try FetchExpression(formatText: text)
    }

    /// The text of an expression; nil when it would not read back as the same.
    static func text(of expression: FetchExpression) -> String? {
        let text =
            switch expression {
            case .function("now", let operands) where operands.isEmpty: "now()"
            case .function(let name, let operands) where operands.count == 1 && textFunctions.contains(name):
                "\(name):(\(operands[0].formatText))"
            default: expression.formatText
            }
        // A text that cannot be read back is not used, so its error does not matter.
        return (try? self.expression(of: text)) == expression ? text : nil
    }
}
