import PolystoreStorage

/// Writes the JSON Schema of store files from the tables of keys and the options of store types.
struct StoreFileSchema {
    let types: [StoreType]

    /// The whole schema.
    var root: SchemaNode {
        .object(
            [
                ("$schema", .text("https://json-schema.org/draft/2020-12/schema")),
                ("title", .text("Polystore store file")),
                ("description", .text("Which stores there are, and which entities live in each.")),
            ] + members(of: StoreFileKey.fileKeys))
    }

    /// The members that describe a mapping with known keys.
    private func members(of keys: [StoreFileKey]) -> [(String, SchemaNode)] {
        var members: [(String, SchemaNode)] = [("type", .text("object"))]
        let required = keys.filter(\.isRequired).map(\.name)
        if !required.isEmpty { members.append(("required", .texts(required))) }
        members.append(("properties", .object(keys.map { ($0.name, schema(of: $0)) })))
        members.append(("additionalProperties", .flag(false)))
        // A store's keys say what it serves in one of two ways, and its options depend on its type.
        if keys.contains(where: { $0.name == StoreFileKey.options.name }) {
            members.append(("oneOf", serves))
            if !types.isEmpty { members.append(("allOf", .array(types.map(conditions)))) }
        }
        return members
    }

    private var serves: SchemaNode {
        .array(
            [StoreFileKey.configuration, .entities].map { .object([("required", .texts([$0.name]))]) })
    }

    private func schema(of key: StoreFileKey) -> SchemaNode {
        var members: [(String, SchemaNode)] = [("description", .text(key.summary))]
        members += value(of: key.kind)
        if let fallback = key.fallback {
            let isFlag = if case .flag = key.kind { true } else { false }
            members.append(("default", isFlag ? .flag(fallback == "true") : .text(fallback)))
        }
        return .object(members)
    }

    private func value(of kind: StoreFileKey.Kind) -> [(String, SchemaNode)] {
        switch kind {
        case .format: [("const", .number(StoreFile.formatVersion))]
        case .text, .path: Self.text
        case .storeType: Self.either([("enum", .texts(types.map(\.name)))])
        case .names:
            [
                (
                    "anyOf",
                    .array([
                        .object([
                            ("type", .text("array")), ("minItems", .number(1)), ("uniqueItems", .flag(true)),
                            ("items", .object(Self.text)),
                        ]), .object([("const", .text(StoreFileKey.allEntities))]),
                    ])
                )
            ]
        case .size: Self.pattern("^[0-9]+(\(ByteSize.units.map(\.0).joined(separator: "|")))$")
        case .duration: Self.pattern("^[0-9]+(\(TimeSpan.units.map(\.0).joined(separator: "|")))$")
        case .flag: Self.either([("type", .text("boolean"))])
        case .choice(let words): Self.either([("enum", .texts(words))])
        case .options: [("type", .text("object"))]
        case .homes:
            [
                ("type", .text("object")), ("minProperties", .number(1)),
                ("additionalProperties", .object(Self.text)),
            ]
        case .section(let keys): members(of: keys)
        case .sections(let keys):
            [
                ("type", .text("object")), ("minProperties", .number(1)),
                ("additionalProperties", .object(members(of: keys))),
            ]
        }
    }

    /// What holds for the stores of a type.
    private func conditions(of type: StoreType) -> SchemaNode {
        let options = type.options.map { option in
            (option.name, SchemaNode.object([("description", .text(option.summary))] + value(of: option)))
        }
        let allowed = SchemaNode.object([("properties", .object(options)), ("additionalProperties", .flag(false))])
        var rules: [(String, SchemaNode)] = [("properties", .object([(StoreFileKey.options.name, allowed)]))]
        let url = SchemaNode.object([("required", .texts([StoreFileKey.url.name]))])
        rules.append(type.hasURL ? ("required", .texts([StoreFileKey.url.name])) : ("not", url))
        let named = SchemaNode.object([(StoreFileKey.type.name, .object([("const", .text(type.name))]))])
        return .object([("if", .object([("properties", named)])), ("then", .object(rules))])
    }

    private func value(of option: StoreType.Option) -> [(String, SchemaNode)] {
        switch option.kind {
        // A text's bounds as a number cannot be said.
        case .size: return value(of: StoreFileKey.Kind.size)
        case .count:
            var members: [(String, SchemaNode)] = [("type", .text("integer"))]
            members.append(("minimum", .number(option.range?.lowerBound ?? 0)))
            if let range = option.range { members.append(("maximum", .number(range.upperBound))) }
            return Self.either(members)
        case .flag: return value(of: StoreFileKey.Kind.flag)
        case .word(let words): return value(of: StoreFileKey.Kind.choice(words))
        }
    }

    /// A text; numbers and truths without quotes are taken as they are written.
    private static let text: [(String, SchemaNode)] = [("type", .texts(["string", "number", "boolean"]))]

    private static func pattern(_ pattern: String) -> [(String, SchemaNode)] {
        either([("type", .text("string")), ("pattern", .text(pattern))])
    }

    /// A value of its own form, or a text with variables of the environment.
    private static func either(_ own: [(String, SchemaNode)]) -> [(String, SchemaNode)] {
        let variable: [(String, SchemaNode)] = [("type", .text("string")), ("pattern", .text("\\$\\{"))]
        return [("anyOf", .array([.object(own), .object(variable)]))]
    }
}
