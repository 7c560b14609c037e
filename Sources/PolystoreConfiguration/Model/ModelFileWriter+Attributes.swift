import PolystoreModel

extension ModelFileWriter {
    /// The attributes of an entity, or the elements of a composite.
    func attributes(_ attributes: [AttributeDescription]) throws -> YAMLOutput {
        .mapping(
            try attributes.map { attribute in
                if let shortForm = attribute.shortForm { return (attribute.name, .inline(shortForm)) }
                return (attribute.name, .mapping(try entries(of: attribute)))
            })
    }

    private func entries(of attribute: AttributeDescription) throws -> Entries {
        var entries: Entries = [("type", .inline(attribute.type.rawValue))]
        if let composite = attribute.compositeName { entries.append(("composite", .scalar(composite))) }
        if let name = attribute.valueTypeName { entries.append(("valueType", .scalar(name))) }
        if let name = attribute.coderName { entries.append(("coder", .scalar(name))) }
        if attribute.isOptional { entries.append(("optional", .inline("true"))) }
        if attribute.isTransient { entries.append(("transient", .inline("true"))) }
        let validation = attribute.validation
        let values = [
            ("default", attribute.defaultValue), ("minimum", validation.minimum ?? .missing),
            ("maximum", validation.maximum ?? .missing),
        ]
        for (key, value) in values where !value.isMissing {
            entries.append((key, try output(of: value, attribute.type)))
        }
        if let length = validation.minimumLength { entries.append(("minimumLength", .inline(String(length)))) }
        if let length = validation.maximumLength { entries.append(("maximumLength", .inline(String(length)))) }
        if let pattern = validation.pattern { entries.append(("pattern", .scalar(pattern))) }
        if attribute.allowsExternalStorage { entries.append(("externalStorage", .inline("true"))) }
        if attribute.isPreservedAfterDeletion { entries.append(("preservedAfterDeletion", .inline("true"))) }
        if let derivation = attribute.derivation { entries.append(("derivation", try output(of: derivation))) }
        return entries + version(attribute.renamingIdentifier, attribute.versionHashModifier, attribute.userInfo)
    }

    private func output(of value: Value, _ type: AttributeType) throws -> YAMLOutput {
        guard let text = ValueLiteral.text(of: value, type: type) else { return try structured(value) }
        return type.isNumber || type == .boolean ? .inline(text) : .scalar(text)
    }
}
