import Foundation
import PolystoreModel
import PolystoreQuery
import Yams

/// Conditions and expressions: text of the predicate language, or the keys and values of their JSON form.
extension ModelFileReader {
    /// A condition.
    func predicate(_ node: Node, named name: String, at path: [String]) -> FetchPredicate? {
        guard let text = formatText(node) else {
            return structured(FetchPredicate.self, node, named: name, at: path)
        }
        do {
            return try FetchPredicate(format: text)
        } catch {
            report(error, in: node, named: name, at: path)
            return nil
        }
    }

    /// An expression.
    func expression(_ node: Node, named name: String, at path: [String]) -> FetchExpression? {
        guard let text = formatText(node) else {
            return structured(FetchExpression.self, node, named: name, at: path)
        }
        do {
            if let expression = try FetchExpression(formatText: text) { return expression }
            file.report(.invalidValue, "\(name) is a condition, not an expression", in: path, at: node.place)
        } catch {
            report(error, in: node, named: name, at: path)
        }
        return nil
    }

    /// The text of a scalar that is not the structured form of a truth.
    private func formatText(_ node: Node) -> String? {
        guard case .scalar(let scalar) = node, scalar.string != "true", scalar.string != "false" else { return nil }
        return scalar.string
    }

    private func report(_ error: QueryError, in node: Node, named name: String, at path: [String]) {
        file.report(.invalidValue, "\(name) is not understood: \(error)", in: path, at: place(of: error, in: node))
    }

    /// The place of an error inside of a text on one line; the place of the text where escapes or folding move it.
    private func place(of error: QueryError, in node: Node) -> TextPlace? {
        guard let place = node.place, case .scalar(let scalar) = node, !scalar.string.contains("\n"),
            let offset = error.details[.offset].flatMap({ Int($0) })
        else { return node.place }
        let quotes: Int
        switch scalar.style {
        case .plain: quotes = 0
        case .singleQuoted where !scalar.string.contains("'"): quotes = 1
        case .doubleQuoted where !scalar.string.contains(where: { $0 == "\"" || $0 == "\\" }): quotes = 1
        default: return place
        }
        let scalars = String(decoding: scalar.string.utf8.prefix(offset), as: UTF8.self).unicodeScalars.count
        return TextPlace(line: place.line, column: place.column + quotes + scalars)
    }

    /// A value that is written as the keys and values of its JSON form.
    func structured<Structured: Decodable>(
        _ type: Structured.Type, _ node: Node, named name: String, at path: [String]
    ) -> Structured? {
        do {
            return try JSONDecoder().decode(type, from: Data(YAMLText.json(of: node).utf8))
        } catch {
            file.report(.invalidValue, "\(name) is not understood: \(reason(of: error))", in: path, at: node.place)
            return nil
        }
    }

    private func reason(of error: any Error) -> String {
        switch error as? DecodingError {
        case .keyNotFound(let key, _)?: "'\(key.stringValue)' is missing"
        case .typeMismatch(_, let context)?, .valueNotFound(_, let context)?, .dataCorrupted(let context)?:
            (context.codingPath.last.map { "'\($0.stringValue)': " } ?? "") + context.debugDescription
        default: "\(error)"
        }
    }
}
