import PolystoreModel
import PolystoreQuery

extension ModelFact {
    /// Texts with commas between them; nil when there are none.
    static func list(_ texts: [String]) -> String? { texts.isEmpty ? nil : texts.joined(separator: ", ") }

    /// What properties and entities have in common.
    static func common(_ modifier: String?, _ userInfo: [String: String]) -> [ModelFact] {
        let entries = userInfo.sorted(byName: \.key).map { "\($0) = \($1)" }
        return [ModelFact("version hash modifier", modifier, stored: true), ModelFact("user info", list(entries))]
    }

    static func presence(_ isOptional: Bool) -> ModelFact {
        ModelFact("presence", isOptional ? "optional" : "required", stored: true)
    }

    static func storage(isTransient: Bool) -> ModelFact {
        ModelFact("storage", isTransient ? "transient" : "stored", stored: true)
    }
}

extension AttributeDescription {
    /// The attribute in a few words: `Integer 16, required`.
    var summary: String { "\(type.displayName), \(isOptional ? "optional" : "required")" }

    /// Everything that is said of the attribute, always in one order.
    var facts: [ModelFact] {
        [
            ModelFact("type", type.displayName, stored: true), .presence(isOptional),
            .storage(isTransient: isTransient),
            ModelFact("default", text(defaultValue)),
            ModelFact("minimum", validation.minimum.flatMap(text)),
            ModelFact("maximum", validation.maximum.flatMap(text)),
            ModelFact("minimum length", validation.minimumLength.map { String($0) }),
            ModelFact("maximum length", validation.maximumLength.map { String($0) }),
            ModelFact("pattern", validation.pattern),
            ModelFact("external storage", allowsExternalStorage ? "allowed" : nil),
            ModelFact("value in history after deletion", isPreservedAfterDeletion ? "kept" : nil),
            ModelFact("coder", coderName), ModelFact("value type", valueTypeName),
            ModelFact("composite", compositeName, stored: true),
            ModelFact("derivation", derivation.map { DerivationText.text(of: $0) ?? $0.formatText }, stored: true),
        ] + ModelFact.common(versionHashModifier, userInfo)
    }

    private func text(_ value: Value) -> String? {
        value.isMissing
            ? nil
            : type == .string
                ? ValueLiteral.text(of: value, type: type).map { "'\($0)'" } : ValueLiteral.text(of: value, type: type)
    }
}

extension RelationshipDescription {
    /// The relationship in a few words: `to-many to Person, optional`.
    var summary: String { "\(cardinality) to \(destinationName), \(isOptional ? "optional" : "required")" }

    /// Everything that is said of the relationship, always in one order.
    var facts: [ModelFact] {
        let rule =
            switch deleteRule {
            case .nullify: "nullify"
            case .cascade: "cascade"
            case .deny: "deny"
            case .noAction: "no action"
            }
        return [
            ModelFact("destination", destinationName, stored: true),
            ModelFact("cardinality", cardinality, stored: true),
            .presence(isOptional), .storage(isTransient: isTransient),
            ModelFact("inverse", inverseName, stored: true),
            ModelFact("minimum count", minimumCount == 0 ? nil : String(minimumCount), stored: true),
            ModelFact("maximum count", maximumCount == 0 ? nil : String(maximumCount), stored: true),
            ModelFact("delete rule", rule),
        ] + ModelFact.common(versionHashModifier, userInfo)
    }

    private var cardinality: String { isToMany ? isOrdered ? "ordered to-many" : "to-many" : "to-one" }

    private var destinationName: String {
        switch destination {
        case .entity(let name), .objectClass(let name): name
        }
    }
}

extension FetchedPropertyDescription {
    /// Everything that is said of the property, always in one order.
    var facts: [ModelFact] {
        [ModelFact("request", request.summary)] + ModelFact.common(versionHashModifier, userInfo)
    }
}

extension FetchRequestDescription {
    /// The request in a few words: `Person where age > 30, at most 10`.
    var summary: String {
        var text = entityName
        if let predicate { text += " where \(predicate.formatText)" }
        if let limit { text += ", at most \(limit)" }
        if let batchSize { text += ", \(batchSize) at a time" }
        if !includesSubentities { text += ", without subentities" }
        if !includesPendingChanges { text += ", without pending changes" }
        return text
    }
}
