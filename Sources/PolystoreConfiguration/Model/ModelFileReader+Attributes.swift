import PolystoreModel
import Yams

extension ModelFileReader {
    static let attributeKeys = [
        "type", "optional", "transient", "default", "minimum", "maximum", "minimumLength", "maximumLength", "pattern",
        "externalStorage", "preservedAfterDeletion", "composite", "valueType", "coder", "derivation", "renamedFrom",
        "versionHashModifier", "userInfo",
    ]

    /// The attributes of an entity, or the elements of a composite.
    func attributes(_ node: Node, of owner: String, at path: [String]) -> [AttributeDescription] {
        file.namedEntries(of: node, named: "'\(path[path.count - 1])'", at: path).map {
            attribute($0, named: "attribute '\(owner).\($0.key)'", at: path + [$0.key])
        }
    }

    /// An attribute: its type alone (`string`, `string?`), or a mapping.
    private func attribute(_ entry: YAMLEntry, named name: String, at path: [String]) -> AttributeDescription {
        if case .scalar = entry.value {
            let text = file.text(of: entry.value, named: name, at: path) ?? ""
            let isOptional = text.hasSuffix("?")
            let type = type(String(text.dropLast(isOptional ? 1 : 0)), of: name, at: path, place: entry.value.place)
            var attribute = AttributeDescription(name: entry.key, type: type)
            attribute.isOptional = isOptional
            return attribute
        }
        let section = YAMLSection(entry.value, named: name, at: path, in: file, keys: Self.attributeKeys)
        var attribute = AttributeDescription(name: entry.key, type: type(section))
        attribute.isOptional = section.flag("optional") ?? false
        attribute.isTransient = section.flag("transient") ?? false
        attribute.defaultValue = value(section, "default", attribute.type) ?? .missing
        attribute.validation.minimum = value(section, "minimum", attribute.type)
        attribute.validation.maximum = value(section, "maximum", attribute.type)
        attribute.validation.minimumLength = section.count("minimumLength")
        attribute.validation.maximumLength = section.count("maximumLength")
        attribute.validation.pattern = section.text("pattern")
        attribute.allowsExternalStorage = section.flag("externalStorage") ?? false
        attribute.isPreservedAfterDeletion = section.flag("preservedAfterDeletion") ?? false
        attribute.compositeName = section.text("composite")
        attribute.valueTypeName = section.text("valueType")
        attribute.coderName = section.text("coder")
        attribute.derivation = section["derivation"].flatMap {
            expression($0.value, named: section.name(of: "derivation"), at: path)
        }
        attribute.renamingIdentifier = section.text("renamedFrom")
        attribute.versionHashModifier = section.text("versionHashModifier")
        attribute.userInfo = section.dictionary("userInfo") ?? [:]
        return attribute
    }

    /// The type that a mapping names; one with `composite` is a composite even if it does not say so.
    private func type(_ section: YAMLSection) -> AttributeType {
        guard let text = section.text("type") else {
            if section["composite"] != nil, section["type"] == nil { return .composite }
            if section["type"] == nil { section.report("'type' of \(section.name) is missing") }
            return .string
        }
        return type(text, of: section.name, at: section.path, place: section["type"]?.place)
    }

    private func type(_ text: String, of name: String, at path: [String], place: TextPlace?) -> AttributeType {
        if let type = AttributeType(rawValue: text) { return type }
        let known = AttributeType.allCases.map(\.rawValue)
        let list = known.joined(separator: ", ")
        let message = "unknown type '\(text)' of \(name); known: \(list)\(Suggestion.hint(for: text, in: known))"
        file.report(.invalidValue, message, in: path, at: place)
        return .string
    }

    /// A value of the attribute's type.
    private func value(_ section: YAMLSection, _ key: String, _ type: AttributeType) -> Value? {
        guard let entry = section[key] else { return nil }
        if case .mapping = entry.value {
            return structured(Value.self, entry.value, named: section.name(of: key), at: section.path)
        }
        guard let text = section.text(key) else { return nil }
        if let value = ValueLiteral.value(of: text, type: type) { return value }
        section.reportValue(key, "needs \(ValueLiteral.form(of: type)); found '\(text)'")
        return nil
    }
}
