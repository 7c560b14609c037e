import Foundation
import PolystoreModel
import PolystoreQuery

extension ResolvedPredicate {
    /// The predicate as text, for explanations; long lists are counted instead of written.
    var explanation: String {
        switch self {
        case .constant(let value): value ? "TRUE" : "FALSE"
        case .comparison(let comparison): comparison.explanation
        case .expression: formatText
        case .and(let parts): parts.map(\.nestedExplanation).joined(separator: " AND ")
        case .or(let parts): parts.map(\.nestedExplanation).joined(separator: " OR ")
        case .not(let part): "NOT (\(part.explanation))"
        }
    }

    private var nestedExplanation: String {
        switch self {
        case .and(let parts) where parts.count > 1, .or(let parts) where parts.count > 1: "(\(explanation))"
        default: explanation
        }
    }
}

extension ResolvedComparison {
    /// The comparison as text.
    fileprivate var explanation: String {
        var letters = ""
        if options.contains(.caseInsensitive) { letters += "c" }
        if options.contains(.diacriticInsensitive) { letters += "d" }
        if options.contains(.normalized) { letters += "n" }
        let prefix =
            switch quantifier {
            case .none: ""
            case .any: "ANY "
            case .all: "ALL "
            case .noneOf: "NONE "
            }
        return prefix + left.explanation + " " + comparator.text + (letters.isEmpty ? "" : "[\(letters)]") + " "
            + right.explanation
    }
}

extension ResolvedOperand {
    /// The operand as text.
    fileprivate var explanation: String {
        switch self {
        case .constant(let value): value.explanation
        case .path(let path): path.text
        case .values(let values):
            values.count > 8 ? "{\(values.count) values}" : "{\(values.map(\.explanation).joined(separator: ", "))}"
        case .objects(let objects): "{\(objects.count) objects}"
        }
    }
}

extension Value {
    /// The value as text.
    fileprivate var explanation: String {
        switch self {
        case .missing: "nil"
        case .boolean(let value): value ? "TRUE" : "FALSE"
        case .integer(let value): String(value)
        case .double(let value): String(value)
        case .decimal(let value): "\(value)"
        case .string(let value): "\"\(value)\""
        case .date(let value): value.ISO8601Format()
        case .data(let value): "{\(value.count) bytes}"
        case .uuid(let value): value.uuidString
        case .uri(let value): value.absoluteString
        case .object(let value): value.description
        }
    }
}
