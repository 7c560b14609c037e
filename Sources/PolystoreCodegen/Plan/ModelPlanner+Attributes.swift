import PolystoreModel

extension ModelPlanner {
    /// The type that an attribute has in Swift, without what makes it optional.
    struct ValueType {
        /// The name.
        var name: String
        /// Whether it is another than the one that the kind of attribute has.
        var isCustom = false
        /// Whether it has no zero of its own, so that a value that is required and has no default may be missing.
        var hasNoZero = false
    }

    /// Adds an attribute to a class and gives the argument that stands for it in the description.
    mutating func add(
        _ attribute: AttributeDescription, of entity: EntityDescription, to index: Int
    ) throws(GenerationError) -> String {
        if attribute.type == .composite { return addComposite(attribute, of: entity, to: index) }
        let identifier = token(attribute.name, of: entity.name)
        guard let type = try valueType(of: attribute) else {
            plan.notes.append(
                "'\(entity.name).\(attribute.name)' has no type, so it has no accessor; name one under "
                    + "'attributeValueClassName' in its user info, or use value(forKey:)")
            return part(attribute, "attribute(\(literal.text(attribute.name)), .undefined")
        }
        let (isOptional, requirement) = optionality(of: attribute, type)
        let name = type.name + (isOptional ? "?" : "")
        var arguments: [String] = []
        if let requirement { arguments.append(requirement) }
        if attribute.type == .transformable {
            if !type.isCustom { arguments.append(".stored(as: .transformable)") }
            if let value = attribute.valueTypeName { arguments.append(".valueType(\(literal.text(value)))") }
        } else if type.isCustom {
            arguments.append(".stored(as: .\(attribute.type.rawValue))")
        }
        arguments += attributeOptions(attribute, isTagged: type.isCustom || attribute.type == .transformable)
        if ReservedPropertyNames.all.contains(attribute.name) {
            arguments.append(".token(named: \(literal.text(identifiers[entity.name]?[attribute.name] ?? identifier)))")
        }
        let documentation = DocumentationText.lines(attribute.userInfo)
        plan.classes[index].tokens.append(
            TokenPlan(
                name: attribute.name, identifier: identifier, type: "\(types.name("Attribute"))<\(name)>",
                options: arguments, documentation: documentation))
        let token = "\(tokenClass(of: index)).\(identifier)"
        let isReadOnly = attribute.userInfo["mogenerator.readonly"] != nil || attribute.derivation != nil
        plan.classes[index].properties.append(
            PropertyPlan(
                name: attribute.name, identifier: identifier, type: name, getter: ["value(of: \(token))"],
                setter: isReadOnly ? [] : ["setValue(newValue, of: \(token))"], documentation: documentation,
                isNeeded: isReadOnly))
        return identifier
    }

    /// The options that any attribute can have, in the order in which they are always written.
    ///
    /// - Parameters:
    ///   - attribute: The attribute.
    ///   - isTagged: Whether its values are written with their kind, because its Swift type is not the kind's own.
    /// - Returns: The options as Swift.
    func attributeOptions(_ attribute: AttributeDescription, isTagged: Bool = false) -> [String] {
        var result: [String] = []
        let validation = attribute.validation
        if attribute.isTransient { result.append(".transient") }
        let values = [
            ("default", attribute.defaultValue), ("minimum", validation.minimum ?? .missing),
            ("maximum", validation.maximum ?? .missing),
        ]
        for (option, value) in values {
            guard let plain = literal.plain(value) else { continue }
            result.append(isTagged ? ".\(option)(tagged: \(literal.value(value)))" : ".\(option)(\(plain))")
        }
        switch (validation.minimumLength, validation.maximumLength) {
        case (let least?, let greatest?) where least <= greatest: result.append(".length(\(least)...\(greatest))")
        case (let least?, let greatest):
            result.append(".length(\(least)...)")
            if let greatest { result.append(".length(...\(greatest))") }
        case (nil, let greatest?): result.append(".length(...\(greatest))")
        case (nil, nil): break
        }
        if let pattern = validation.pattern { result.append(".matching(\(literal.text(pattern)))") }
        if attribute.allowsExternalStorage { result.append(".externalStorage") }
        if attribute.isPreservedAfterDeletion { result.append(".preservedAfterDeletion") }
        if let coder = attribute.coderName { result.append(".coder(\(literal.text(coder)))") }
        if let derivation = attribute.derivation { result.append(".derived(from: \(literal.expression(derivation)))") }
        if let name = attribute.renamingIdentifier { result.append(".renamed(from: \(literal.text(name)))") }
        if let text = attribute.versionHashModifier { result.append(".hashModifier(\(literal.text(text)))") }
        if !attribute.userInfo.isEmpty { result.append(".userInfo(\(literal.dictionary(attribute.userInfo)))") }
        return result
    }

    /// An attribute as a part of the description, which no token stands for.
    func part(_ attribute: AttributeDescription, _ beginning: String) -> String {
        var arguments = [beginning]
        if attribute.isOptional { arguments.append(".optional") }
        arguments += attributeOptions(attribute)
        return "\(types.name("EntityPart")).\(arguments.joined(separator: ", ")))"
    }

    /// The Swift type of an attribute's values; nil when nothing tells it.
    mutating func valueType(of attribute: AttributeDescription) throws(GenerationError) -> ValueType? {
        let keys = ["attributeValueScalarType", "attributeValueClassName"]
        if let custom = keys.lazy.compactMap({ attribute.userInfo[$0] }).first(where: { !$0.isEmpty }),
            !(attribute.type == .transformable && Self.isArchive(custom))
        {
            return try customType(custom, of: attribute)
        }
        switch attribute.type {
        case .transformable:
            guard let name = attribute.valueTypeName, !Self.isArchive(name) else {
                return ValueType(name: types.name("Data"))
            }
            return try customType(name, of: attribute)
        default: return Self.standardType(attribute.type, types)
        }
    }

    /// The type of a kind of attribute.
    static func standardType(_ type: AttributeType, _ types: TypeNames) -> ValueType? {
        switch type {
        case .integer16: ValueType(name: types.name("Int16"))
        case .integer32: ValueType(name: types.name("Int32"))
        case .integer64: ValueType(name: types.name("Int64"))
        case .decimal: ValueType(name: types.name("Decimal"))
        case .double: ValueType(name: types.name("Double"))
        case .float: ValueType(name: types.name("Float"))
        case .string: ValueType(name: types.name("String"))
        case .boolean: ValueType(name: types.name("Bool"))
        case .date: ValueType(name: types.name("Date"))
        case .binary: ValueType(name: types.name("Data"))
        case .uuid: ValueType(name: types.name("UUID"))
        case .uri: ValueType(name: types.name("URL"), hasNoZero: true)
        case .objectID: ValueType(name: types.name("ObjectID"), hasNoZero: true)
        case .transformable, .composite, .undefined: nil
        }
    }

    /// Whether a class of Core Data is one whose values only Apple's archives hold, so that bytes are all there is.
    private static func isArchive(_ name: String) -> Bool {
        name == "AnyObject" || name == "id" || (name.hasPrefix("NS") && name.dropFirst(2).first?.isUppercase == true)
    }

    private mutating func customType(
        _ name: String, of attribute: AttributeDescription
    ) throws(GenerationError) -> ValueType {
        // Older models wrote a class as a pointer to it.
        var trimmed = name.drop { " .*".contains($0) }
        while let last = trimmed.last, " *".contains(last) { trimmed.removeLast() }
        let name = String(trimmed)
        if attribute.type == .transformable, SwiftTypeText.isCollection(name) {
            return ValueType(name: name, isCustom: true)
        }
        guard SwiftWord.isQualifiedName(name) || attribute.type == .transformable && SwiftTypeText.isType(name) else {
            throw .invalidName(name, of: "the type of '\(attribute.name)'")
        }
        if attribute.type == .transformable {
            // A generic type is written somewhere else whole, with what makes its values bytes.
            if !SwiftWord.isQualifiedName(name) { return ValueType(name: name, isCustom: true, hasNoZero: true) }
            plan.foreignTypes.insert(.init(kind: .transformable, name: name, detail: ""))
            return ValueType(name: name, isCustom: true, hasNoZero: true)
        }
        if let number = NumberType(name) {
            guard number.fits(attribute.type) else {
                throw .invalidName(name, of: "the type of '\(attribute.name)', whose values are of another kind,")
            }
            return ValueType(name: types.name(number.name), isCustom: true)
        }
        let raw = Self.standardType(attribute.type, types)?.name ?? types.name("String")
        plan.foreignTypes.insert(.init(kind: .rawValue, name: name, detail: raw))
        return ValueType(name: name, isCustom: true)
    }

    /// Whether the Swift type is optional, and what then has to be said because it is otherwise in the model.
    private func optionality(of attribute: AttributeDescription, _ type: ValueType) -> (Bool, String?) {
        let hasDefault = !attribute.defaultValue.isMissing
        if attribute.isOptional {
            let wantsOptional = attribute.userInfo["polystore.optional"].map { $0 != "NO" } ?? !hasDefault
            return wantsOptional ? (true, nil) : (false, ".optional")
        }
        return type.hasNoZero && !hasDefault ? (true, ".required") : (false, nil)
    }
}
