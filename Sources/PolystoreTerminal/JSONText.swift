/// A JSON value on its way out, with the members of objects in the order in which they were given.
package enum JSONText: Sendable {
    case null
    case boolean(Bool)
    case integer(Int64)
    /// A double; JSON has no infinities and no NaN, so they are written as the texts `"Infinity"`, `"-Infinity"`, `"NaN"`.
    case double(Double)
    /// A number that is already written out, such as an exact decimal.
    case number(String)
    case string(String)
    case array([JSONText])
    case object([(String, JSONText)])

    /// The value on one line, without insignificant space but after commas and colons.
    package var compact: String {
        var text = ""
        append(to: &text, indentation: nil)
        return text
    }

    /// The value over several lines, indented by two spaces a level.
    package var pretty: String {
        var text = ""
        append(to: &text, indentation: 0)
        return text
    }

    private func append(to text: inout String, indentation: Int?) {
        switch self {
        case .null: text += "null"
        case .boolean(let value): text += value ? "true" : "false"
        case .integer(let value): text += String(value)
        case .double(let value): Self.append(value, to: &text)
        case .number(let digits): text += digits
        case .string(let value): Self.append(value, to: &text)
        case .array(let elements):
            Self.appendList(elements, between: ("[", "]"), to: &text, indentation) { element, text, indentation in
                element.append(to: &text, indentation: indentation)
            }
        case .object(let members):
            Self.appendList(members, between: ("{", "}"), to: &text, indentation) { member, text, indentation in
                Self.append(member.0, to: &text)
                text += ": "
                member.1.append(to: &text, indentation: indentation)
            }
        }
    }

    private static func appendList<Element>(
        _ elements: [Element], between brackets: (String, String), to text: inout String, _ indentation: Int?,
        _ appendElement: (Element, inout String, Int?) -> Void
    ) {
        text += brackets.0
        let inner = indentation.map { $0 + 2 }
        for (index, element) in elements.enumerated() {
            if index > 0 { text += inner == nil ? ", " : "," }
            if let inner { text += "\n" + String(repeating: " ", count: inner) }
            appendElement(element, &text, inner)
        }
        if let indentation, !elements.isEmpty { text += "\n" + String(repeating: " ", count: indentation) }
        text += brackets.1
    }

    private static func append(_ value: Double, to text: inout String) {
        if value.isNaN {
            text += "\"NaN\""
        } else if value.isInfinite {
            text += value < 0 ? "\"-Infinity\"" : "\"Infinity\""
        } else {
            text += "\(value)"
        }
    }

    private static func append(_ value: String, to text: inout String) {
        text += "\""
        for scalar in value.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            case _ where scalar.value < 0x20 || scalar.value == 0x7F || (0x2028...0x2029).contains(scalar.value):
                let digits = String(scalar.value, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: text.unicodeScalars.append(scalar)
            }
        }
        text += "\""
    }
}
