import PolystoreModel
import PolystoreQuery

extension ModelWriter {
    /// An attribute of an entity or an element of a composite.
    mutating func attribute(
        _ attribute: AttributeDescription, of owner: String, at ownerPath: ModelPath
    ) -> DocumentElement {
        let path = ownerPath / attribute.name
        let what = "attribute '\(owner).\(attribute.name)'"
        var result = DocumentElement("attribute", [.init("name", attribute.name)])
        if attribute.isOptional { result["optional"] = "YES" }
        if attribute.isTransient { result["transient"] = "YES" }
        result["attributeType"] = AttributeText.name(of: attribute.type)
        result["composite"] = attribute.compositeName
        result["valueTransformerName"] = attribute.coderName
        addValidation(of: attribute, what, at: path, to: &result)
        result["customClassName"] = attribute.valueTypeName
        if let derivation = attribute.derivation {
            result["derived"] = "YES"
            result["derivationExpression"] = DerivationText.text(of: derivation)
            if result["derivationExpression"] == nil { report("the derivation of \(what)", at: path / "derivation") }
        }
        if !attribute.defaultValue.isMissing {
            let name = attribute.type == .date ? "defaultDateTimeInterval" : "defaultValueString"
            result[name] = text(
                of: attribute.defaultValue, attribute.type, "the default value of \(what)", at: path / "default")
        }
        if attribute.type.hasScalars { result["usesScalarValueType"] = attribute.isOptional ? "NO" : "YES" }
        if attribute.isPreservedAfterDeletion { result["preserveAfterDeletion"] = "YES" }
        result["regularExpressionString"] = attribute.validation.pattern
        if attribute.allowsExternalStorage { result["allowsExternalBinaryDataStorage"] = "YES" }
        finish(&result, attribute.renamingIdentifier, attribute.versionHashModifier, attribute.userInfo)
        return result
    }

    private mutating func addValidation(
        of attribute: AttributeDescription, _ what: String, at path: ModelPath, to result: inout DocumentElement
    ) {
        let validation = attribute.validation
        let suffix = attribute.type == .date ? "DateTimeInterval" : "ValueString"
        let bounds = [
            ("min", validation.minimum, validation.minimumLength),
            ("max", validation.maximum, validation.maximumLength),
        ]
        for (key, value, length) in bounds {
            if let value {
                result[key + suffix] = text(
                    of: value, attribute.type, "the \(key)imum of \(what)", at: path / (key + "imum"))
            } else if let length {
                result[key + suffix] = String(length)
            }
        }
    }

    private mutating func text(of value: Value, _ type: AttributeType, _ what: String, at path: ModelPath) -> String? {
        let text = AttributeText.text(of: value, type: type)
        if text == nil || AttributeText.value(of: text ?? "", type: type) != value { report(what, at: path) }
        return text
    }

    /// A relationship of an entity.
    func relationship(_ relationship: RelationshipDescription) -> DocumentElement {
        var result = DocumentElement("relationship", [.init("name", relationship.name)])
        if relationship.isOptional { result["optional"] = "YES" }
        if relationship.isTransient { result["transient"] = "YES" }
        if relationship.isToMany {
            result["toMany"] = "YES"
            if relationship.minimumCount > 0 { result["minCount"] = String(relationship.minimumCount) }
            if relationship.maximumCount > 0 { result["maxCount"] = String(relationship.maximumCount) }
        } else {
            result["maxCount"] = "1"
        }
        result["deletionRule"] =
            switch relationship.deleteRule {
            case .nullify: "Nullify"
            case .cascade: "Cascade"
            case .deny: "Deny"
            case .noAction: "No Action"
            }
        if relationship.isOrdered { result["ordered"] = "YES" }
        if case .entity(let destination) = relationship.destination {
            result["destinationEntity"] = destination
            if let inverse = relationship.inverseName {
                result["inverseName"] = inverse
                result["inverseEntity"] = destination
            }
        }
        finish(
            &result, relationship.renamingIdentifier, relationship.versionHashModifier, relationship.userInfo)
        return result
    }

    /// A fetch request: a template, or that of a fetched property.
    mutating func request(
        _ request: FetchRequestDescription, named name: String, of what: String, at path: ModelPath
    ) -> DocumentElement {
        var result = DocumentElement("fetchRequest", [.init("name", name), .init("entity", request.entityName)])
        if let predicate = request.predicate {
            result["predicateString"] = text(of: predicate, of: what, at: path / "where")
        }
        if let limit = request.limit, limit > 0 { result["fetchLimit"] = String(limit) }
        if let size = request.batchSize, size > 0 { result["fetchBatchSize"] = String(size) }
        if !request.includesSubentities { result["includeSubentities"] = "NO" }
        if !request.includesPendingChanges { result["includesPendingChanges"] = "NO" }
        if request.limit == 0 { report("a limit of 0, in \(what)", at: path / "limit") }
        if !request.sortKeys.isEmpty { report("sort keys, in \(what)", at: path / "sort") }
        if request.offset != 0 { report("an offset, in \(what)", at: path / "offset") }
        if !request.prefetchedKeyPaths.isEmpty { report("prefetched paths, in \(what)", at: path / "prefetch") }
        if request.affectedStores != nil { report("names of stores, in \(what)", at: path / "stores") }
        return result
    }

    /// The text of a condition, reported if it would not read back as the same.
    mutating func text(of predicate: FetchPredicate, of what: String, at path: ModelPath) -> String {
        let text = predicate.formatText
        // A text that cannot be read back is not used, so its error does not matter.
        if (try? FetchPredicate(format: text)) != predicate { report("the condition of \(what)", at: path) }
        return text
    }
}

extension AttributeType {
    /// Whether Xcode's classes can have the values as Swift's own numbers.
    fileprivate var hasScalars: Bool {
        switch self {
        case .integer16, .integer32, .integer64, .double, .float, .boolean, .date: true
        default: false
        }
    }
}
