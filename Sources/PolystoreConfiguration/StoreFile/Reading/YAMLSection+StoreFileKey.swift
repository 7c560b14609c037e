import Yams

extension YAMLSection {
    /// Reads a mapping whose keys a table knows, and reports required keys that are missing.
    init(_ node: Node, named name: String, at path: [String], in file: YAMLFile, keys: [StoreFileKey]) {
        self.init(node, named: name, at: path, in: file, keys: keys.map(\.name))
        // Anything else than a mapping was reported as a whole, the version before everything else.
        guard node.isMappingOrNothing else { return }
        for key in keys where key.isRequired && self[key] == nil && key.name != StoreFileKey.format.name {
            report("\(name) has no '\(key.name)'")
        }
    }

    /// The entry of a key.
    subscript(key: StoreFileKey) -> YAMLEntry? { self[key.name] }

    /// The text of a key's value, never empty.
    func text(_ key: StoreFileKey) -> String? {
        guard let text = text(key.name) else { return nil }
        guard !text.isEmpty else {
            reportValue(key.name, "needs a value")
            return nil
        }
        return text
    }

    /// The truth of a key's value.
    func flag(_ key: StoreFileKey) -> Bool? { flag(key.name) }

    /// The one of several spellings that a key's value is.
    func choice<Value: RawRepresentable<String> & CaseIterable>(_ key: StoreFileKey, of type: Value.Type) -> Value? {
        choice(key.name, of: type)
    }

    /// The texts of a key's list.
    func texts(_ key: StoreFileKey) -> [String]? { texts(key.name) }

    /// The bytes of a key's value.
    func size(_ key: StoreFileKey) -> Int? {
        parsed(key, "a size with a unit, such as \(key.fallback ?? "64MiB")", ByteSize.bytes)
    }

    /// The time span of a key's value.
    func duration(_ key: StoreFileKey) -> Duration? {
        parsed(key, "a duration with a unit, such as \(key.fallback ?? "5s")", TimeSpan.duration)
    }

    private func parsed<Value>(_ key: StoreFileKey, _ form: String, _ parse: (String) -> Value?) -> Value? {
        guard let text = text(key) else { return nil }
        guard let value = parse(text) else {
            reportValue(key.name, "needs \(form); found \(file.quoted(text, at: self[key]?.place))")
            return nil
        }
        return value
    }
}

extension Node {
    /// Whether the node is a mapping, or nothing was written where one could stand.
    var isMappingOrNothing: Bool {
        switch self {
        case .mapping: true
        case .scalar(let scalar): scalar.isEmptyValue
        default: false
        }
    }
}
