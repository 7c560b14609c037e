import PolystoreModel

extension ModelReader {
    /// An attribute of an entity, or an element of a composite.
    mutating func attribute(
        _ element: DocumentElement, of owner: String, at ownerPath: ModelPath
    ) -> AttributeDescription? {
        guard let name = name(of: element, what: "an attribute of '\(owner)'", at: ownerPath) else { return nil }
        let path = ownerPath / name
        let what = "attribute '\(owner).\(name)'"
        note(path, element.place)
        checkAttributes(of: element, named: what, at: path)
        for child in element.elements where child.name != "userInfo" { remarkUnknown(child, in: what, at: path) }
        var attribute = AttributeDescription(name: name, type: type(element, of: what, at: path))
        note(path / "type", element, "attributeType")
        attribute.isOptional = flag(element, "optional", of: what, at: path)
        attribute.isTransient = flag(element, "transient", of: what, at: path)
        attribute.isPreservedAfterDeletion = flag(element, "preserveAfterDeletion", of: what, at: path)
        attribute.renamingIdentifier = renamingIdentifier(element)
        attribute.versionHashModifier = text(element, "versionHashModifier")
        attribute.userInfo = userInfo(element, of: what, at: path)
        readValues(of: &attribute, element, of: what, at: path)
        readDerivation(of: &attribute, element, of: what, at: path)
        readStorage(of: &attribute, element, of: what, at: path)
        return attribute
    }

    private mutating func type(_ element: DocumentElement, of what: String, at path: ModelPath) -> AttributeType {
        guard let text = element["attributeType"] else { return .undefined }
        if let type = AttributeText.type(named: text) { return type }
        let known = AttributeText.typeNames.map(\.name)
        let list = known.joined(separator: ", ")
        report(
            .invalidType,
            "unknown type '\(text.prefix(60))' of \(what); known: \(list)\(Suggestion.hint(for: text, in: known))",
            element, "attributeType", at: path)
        return .undefined
    }

    /// Default value, bounds and pattern; what does not fit the type is left over from another one, and remarked.
    private mutating func readValues(
        of attribute: inout AttributeDescription, _ element: DocumentElement, of what: String, at path: ModelPath
    ) {
        let type = attribute.type
        let isDate = type == .date
        let hasValue = ![.undefined, .composite, .objectID].contains(type)
        if let name = chosen(element, "default", isDate: isDate, if: hasValue, of: what, at: path) {
            attribute.defaultValue = value(element, name, type, of: what, at: path) ?? .missing
            note(path / "default", element, name)
        }
        for (key, word) in [("min", "minimum"), ("max", "maximum")] {
            let hasLength = type == .string || type == .binary
            let hasBound = type.isNumber || isDate || hasLength
            guard let name = chosen(element, key, isDate: isDate, if: hasBound, of: what, at: path) else { continue }
            note(path / (word + (hasLength ? "Length" : "")), element, name)
            switch (hasLength, key) {
            case (true, "min"): attribute.validation.minimumLength = count(element, name, of: what, at: path)
            case (true, _): attribute.validation.maximumLength = count(element, name, of: what, at: path)
            case (false, "min"): attribute.validation.minimum = value(element, name, type, of: what, at: path)
            case (false, _): attribute.validation.maximum = value(element, name, type, of: what, at: path)
            }
        }
        if let pattern = text(element, "regularExpressionString") {
            note(path / "pattern", element, "regularExpressionString")
            if type == .string {
                attribute.validation.pattern = pattern
            } else {
                remarkLeftOver(element, "regularExpressionString", of: what, at: path)
            }
        }
    }

    /// The name of the attribute that holds a value: dates have one of their own.
    private mutating func chosen(
        _ element: DocumentElement, _ key: String, isDate: Bool, if isMeant: Bool, of what: String, at path: ModelPath
    ) -> String? {
        let names = (date: key + "DateTimeInterval", other: key + "ValueString")
        for name in [names.date, names.other] where element[name] != nil {
            if isMeant, name == (isDate ? names.date : names.other) { return name }
            remarkLeftOver(element, name, of: what, at: path)
        }
        return nil
    }

    private mutating func value(
        _ element: DocumentElement, _ name: String, _ type: AttributeType, of what: String, at path: ModelPath
    ) -> Value? {
        guard let text = element[name] else { return nil }
        if let value = AttributeText.value(of: text, type: type) { return value }
        // An emptied field of the editor means none, except for text.
        if text.isEmpty { return nil }
        if let odd = AttributeText.oddValue(of: text, type: type) {
            let meaning = AttributeText.text(of: odd, type: type) ?? "another value"
            let message = "'\(name)' of \(what) is '\(text.prefix(40))', which is read as \(meaning)"
            warn(.invalidConstraint, message, element, name, at: path)
            return odd
        }
        // Xcode's editor offers no value for bytes, so the text is left over from another type.
        if type == .binary || type == .transformable {
            remarkLeftOver(element, name, of: what, at: path)
            return nil
        }
        report(
            .invalidConstraint, "'\(name)' of \(what) is '\(text.prefix(40))', which is no value of its type", element,
            name,
            at: path)
        return nil
    }

    private mutating func readDerivation(
        of attribute: inout AttributeDescription, _ element: DocumentElement, of what: String, at path: ModelPath
    ) {
        guard flag(element, "derived", of: what, at: path) else {
            if element["derivationExpression"] != nil {
                remarkLeftOver(element, "derivationExpression", of: what, at: path)
            }
            return
        }
        note(path / "derivation", element, "derivationExpression")
        guard let text = text(element, "derivationExpression") else {
            return report(.invalidValue, "\(what) is derived and has no 'derivationExpression'", element, at: path)
        }
        attribute.derivation = derivation(text, element, "derivationExpression", of: what, at: path)
        // Stores compute the value, so the one that Xcode puts there for a new object is never seen.
        if !attribute.defaultValue.isMissing {
            attribute.defaultValue = .missing
            remarkLeftOver(
                element, element["defaultValueString"] == nil ? "defaultDateTimeInterval" : "defaultValueString",
                of: what, at: path)
        }
    }

    private mutating func readStorage(
        of attribute: inout AttributeDescription, _ element: DocumentElement, of what: String, at path: ModelPath
    ) {
        let isBytes = attribute.type == .binary || attribute.type == .transformable
        for name in ["allowsExternalBinaryDataStorage", "storedInTruthFile"]
        where flag(element, name, of: what, at: path) {
            note(path / "externalStorage", element, name)
            if name == "storedInTruthFile" {
                remark(
                    .notCarriedOver, "'\(name)' of \(what) is not supported by Core Data any more and is ignored",
                    element, name, at: path)
            } else if isBytes {
                attribute.allowsExternalStorage = true
            } else {
                remarkLeftOver(element, name, of: what, at: path)
            }
        }
        if attribute.type == .composite {
            attribute.compositeName = text(element, "composite")
            note(path / "composite", element, "composite")
        } else if element["composite"] != nil {
            remarkLeftOver(element, "composite", of: what, at: path)
        }
        guard attribute.type == .transformable else { return }
        attribute.coderName = text(element, "valueTransformerName")
        attribute.valueTypeName = text(element, "customClassName")
    }

    private mutating func remarkLeftOver(
        _ element: DocumentElement, _ name: String, of what: String, at path: ModelPath
    ) {
        remark(
            .notCarriedOver, "'\(name)' of \(what) means nothing for its type and is ignored", element, name, at: path)
    }
}
