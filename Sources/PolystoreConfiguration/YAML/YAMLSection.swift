import PolystoreModel
import Yams

/// A mapping whose keys are known: hands out their values and reports every other key with the nearest known one.
struct YAMLSection {
    let file: YAMLFile
    /// What the mapping describes, for messages: `attribute 'Person.age'`.
    let name: String
    /// The keys that lead to it.
    let path: [String]
    private let entries: [String: YAMLEntry]

    /// Reads a mapping.
    ///
    /// - Parameters:
    ///   - node: The mapping.
    ///   - name: What it describes, for messages.
    ///   - path: The keys that lead to it.
    ///   - file: The file that it stands in.
    ///   - keys: The known keys, in the order of the documentation.
    init(_ node: Node, named name: String, at path: [String], in file: YAMLFile, keys: [String]) {
        self.file = file
        self.name = name
        self.path = path
        var entries: [String: YAMLEntry] = [:]
        for entry in file.entries(of: node, named: name, at: path) {
            guard keys.contains(entry.key) else {
                let hint = Suggestion.hint(for: entry.key, in: keys)
                let rest = hint.isEmpty ? "; known here: \(keys.joined(separator: ", "))" : hint
                file.report(.unknownKey, "unknown key '\(entry.key)' in \(name)\(rest)", in: path, at: entry.keyPlace)
                continue
            }
            entries[entry.key] = entry
        }
        self.entries = entries
    }

    /// The entry of a key.
    subscript(key: String) -> YAMLEntry? { entries[key] }

    /// What a key's value is called in messages.
    func name(of key: String) -> String { "'\(key)' of \(name)" }

    /// The text of a key's value as written.
    func text(_ key: String) -> String? {
        self[key].flatMap { file.text(of: $0.value, named: name(of: key), at: path + [key]) }
    }

    /// The truth of a key's value; `true` and `false` are the only spellings.
    func flag(_ key: String) -> Bool? {
        guard let text = text(key) else { return nil }
        switch text {
        case "true": return true
        case "false": return false
        default:
            reportValue(key, "needs true or false; found \(file.quoted(text, at: self[key]?.place))")
            return nil
        }
    }

    /// The whole number of a key's value, not negative.
    func count(_ key: String) -> Int? {
        guard let text = text(key) else { return nil }
        guard let number = Int(text), number >= 0 else {
            reportValue(key, "needs a whole number from 0 on; found \(file.quoted(text, at: self[key]?.place))")
            return nil
        }
        return number
    }

    /// The texts of a key's list.
    func texts(_ key: String) -> [String]? {
        self[key].flatMap { file.texts(of: $0.value, named: name(of: key), at: path + [key]) }
    }

    /// The keys and texts of a key's mapping.
    func dictionary(_ key: String) -> [String: String]? {
        guard let entry = self[key] else { return nil }
        var result: [String: String] = [:]
        for item in file.entries(of: entry.value, named: name(of: key), at: path + [key]) {
            result[item.key] = file.text(
                of: item.value, named: "'\(item.key)' in \(name(of: key))", at: path + [key, item.key])
        }
        return result
    }

    /// The one of several spellings that a key's value is.
    func choice<Value: RawRepresentable<String> & CaseIterable>(_ key: String, of type: Value.Type) -> Value? {
        guard let text = text(key) else { return nil }
        if let value = Value(rawValue: text) { return value }
        let known = Value.allCases.map(\.rawValue)
        let shown = file.quoted(text, at: self[key]?.place)
        let hint = shown == "'\(text)'" ? Suggestion.hint(for: text, in: known) : ""
        reportValue(key, "cannot be \(shown); known here: \(known.joined(separator: ", "))\(hint)")
        return nil
    }

    /// Notes a problem with a key's value: `'key' of name` and the rest of the sentence.
    func reportValue(_ key: String, _ rest: String) {
        file.report(.invalidValue, "\(name(of: key)) \(rest)", in: path + [key], at: self[key]?.place)
    }

    /// Notes a problem with the whole.
    func report(_ message: String) { file.report(.invalidValue, message, in: path) }
}
