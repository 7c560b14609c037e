import Foundation
import Yams

extension YAMLText {
    /// A node as JSON: whole numbers, `true` and `false` that stand without quotes are numbers and truths, every other
    /// scalar is a text.
    static func json(of node: Node) -> String {
        switch node {
        case .scalar(let scalar): json(of: scalar)
        case .alias: "null"
        case .sequence(let nodes): "[" + nodes.map(json(of:)).joined(separator: ",") + "]"
        case .mapping(let pairs):
            "{" + pairs.map { quoted($0.key.scalar?.string ?? "") + ":" + json(of: $0.value) }.joined(separator: ",")
                + "}"
        }
    }

    private static func json(of scalar: Node.Scalar) -> String {
        let text = scalar.string
        guard scalar.style == .plain || scalar.style == .any else { return quoted(text) }
        if text == "true" || text == "false" { return text }
        if let number = Int64(text), String(number) == text { return text }
        return quoted(text)
    }

    /// A text in double quotes, as both JSON and YAML read it.
    static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\t": result += "\\t"
            case _ where isUnprintable(scalar): result += escape(scalar)
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }

    /// JSON with escapes for the characters in its texts that YAML does not print.
    static func escapingUnprintable(_ json: String) -> String {
        var result = ""
        for scalar in json.unicodeScalars {
            if isUnprintable(scalar) { result += escape(scalar) } else { result.unicodeScalars.append(scalar) }
        }
        return result
    }

    /// Whether YAML does not print a character, or folds it as a line break; none of them is beyond U+FFFF.
    private static func isUnprintable(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{A0}", "\u{2028}", "\u{2029}", "\u{FEFF}", "\u{FFFE}", "\u{FFFF}": true
        default: false
        }
    }

    private static func escape(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
}
