import Foundation
import Yams

/// The part of JSON Schema that the schema of store files uses.
enum SchemaChecker {
    /// What a document has that a schema does not allow.
    static func complaints(about node: Node, schema: [String: Any], at path: String) -> [String] {
        var found: [String] = []
        if let types = (schema["type"] as? [String]) ?? (schema["type"] as? String).map({ [$0] }),
            !types.contains(where: { isType($0, node) })
        {
            found.append("\(path): not of type \(types)")
        }
        if let value = schema["const"], !equals(value, node) { found.append("\(path): not \(value)") }
        if let values = schema["enum"] as? [Any], !values.contains(where: { equals($0, node) }) {
            found.append("\(path): not one of \(values)")
        }
        if let pattern = schema["pattern"] as? String, let text = node.scalar?.string,
            text.range(of: pattern, options: .regularExpression) == nil
        {
            found.append("\(path): does not match \(pattern)")
        }
        if let number = node.scalar.flatMap({ Int($0.string) }) {
            if let least = schema["minimum"] as? Int, number < least { found.append("\(path): less than \(least)") }
            if let most = schema["maximum"] as? Int, number > most { found.append("\(path): more than \(most)") }
        }
        if let schemas = schema["anyOf"] as? [[String: Any]],
            !schemas.contains(where: { complaints(about: node, schema: $0, at: path).isEmpty })
        {
            found.append("\(path): none of the forms")
        }
        if let schemas = schema["oneOf"] as? [[String: Any]],
            schemas.filter({ complaints(about: node, schema: $0, at: path).isEmpty }).count != 1
        {
            found.append("\(path): not exactly one of the forms")
        }
        for part in schema["allOf"] as? [[String: Any]] ?? [] {
            found += complaints(about: node, schema: part, at: path)
        }
        if let condition = schema["if"] as? [String: Any], let then = schema["then"] as? [String: Any],
            complaints(about: node, schema: condition, at: path).isEmpty
        {
            found += complaints(about: node, schema: then, at: path)
        }
        if let schema = schema["not"] as? [String: Any], complaints(about: node, schema: schema, at: path).isEmpty {
            found.append("\(path): not allowed")
        }
        return found + members(of: node, schema, path)
    }

    private static func members(of node: Node, _ schema: [String: Any], _ path: String) -> [String] {
        var found: [String] = []
        if let mapping = node.mapping {
            let names = mapping.keys.compactMap(\.scalar?.string)
            for name in schema["required"] as? [String] ?? [] where !names.contains(name) {
                found.append("\(path): no \(name)")
            }
            let properties = schema["properties"] as? [String: [String: Any]] ?? [:]
            for (key, value) in mapping {
                let name = key.scalar?.string ?? ""
                if let schema = properties[name] {
                    found += complaints(about: value, schema: schema, at: "\(path)/\(name)")
                } else if let schema = schema["additionalProperties"] as? [String: Any] {
                    found += complaints(about: value, schema: schema, at: "\(path)/\(name)")
                } else if schema["additionalProperties"] as? Bool == false {
                    found.append("\(path): unknown \(name)")
                }
            }
        }
        for (index, element) in (node.sequence.map(Array.init) ?? []).enumerated() {
            if let schema = schema["items"] as? [String: Any] {
                found += complaints(about: element, schema: schema, at: "\(path)/\(index)")
            }
        }
        return found
    }

    private static func isType(_ type: String, _ node: Node) -> Bool {
        switch type {
        case "object": node.mapping != nil
        case "array": node.sequence != nil
        case "integer": node.scalar?.style == .plain && node.int != nil
        case "number": node.scalar?.style == .plain && node.float != nil
        case "boolean": ["true", "false"].contains(node.scalar?.string)
        case "string":
            node.scalar != nil && !(node.scalar?.style == .plain && (node.float != nil || isType("boolean", node)))
        default: false
        }
    }

    private static func equals(_ value: Any, _ node: Node) -> Bool {
        switch value {
        case let text as String: node.scalar?.string == text
        case let number as NSNumber: node.scalar?.string == number.stringValue
        default: false
        }
    }
}
