extension ModelValidation {
    mutating func check(_ attribute: AttributeDescription, of entity: EntityDescription) {
        let path: ModelPath = ["entities", entity.name, "attributes", attribute.name]
        let details: ErrorDetails = [.entity: entity.name, .property: attribute.name]
        check(attribute, named: "'\(entity.name).\(attribute.name)'", at: path, details)
        guard let derivation = attribute.derivation else { return }
        let faulty =
            attribute.isTransient ? "is transient" : !attribute.defaultValue.isMissing ? "has a default value" : nil
        if let faulty {
            let message = "'\(entity.name).\(attribute.name)' is derived, so stores compute it, but it \(faulty)"
            report(.invalidConstraint, message, at: path / "derivation", details)
        }
        let what = "the derivation of '\(entity.name).\(attribute.name)'"
        check(derivation, of: what, from: entity.name, at: path / "derivation")
    }

    /// Elements of composites are attributes of their own; nothing in one leads back to it.
    mutating func checkComposites() {
        var seen: Set<String> = []
        for composite in description.composites {
            let path: ModelPath = ["composites", composite.name]
            if let fault = NameRule.fault(ofIdentifier: composite.name) {
                report(.invalidName, "the name of composite '\(composite.name)' \(fault)", at: path)
            }
            if !seen.insert(composite.name).inserted {
                report(.duplicateName, "two composites are named '\(composite.name)'", at: path)
            }
            if contains(composite.name, composite, []) {
                report(.invalidType, "composite '\(composite.name)' contains itself", at: path)
            }
            var elements: Set<String> = []
            for element in composite.elements {
                let path = path / element.name
                let name = "'\(composite.name).\(element.name)'"
                let details: ErrorDetails = [.property: element.name]
                if let fault = NameRule.fault(ofIdentifier: element.name) {
                    report(.invalidName, "the name of element \(name) \(fault)", at: path, details)
                }
                if !elements.insert(NameRule.uppercased(element.name)).inserted {
                    let message = "composite '\(composite.name)' has two elements named '\(element.name)'"
                    report(.duplicateName, message, at: path, details)
                }
                if element.isTransient || element.derivation != nil || element.allowsExternalStorage {
                    let message = "the element \(name) cannot be transient, derived or stored externally by itself"
                    report(.invalidConstraint, message, at: path, details)
                }
                check(element, named: name, at: path, details)
            }
        }
    }

    private func contains(_ name: String, _ composite: CompositeDescription, _ seen: Set<String>) -> Bool {
        composite.elements.contains { element in
            guard element.type == .composite, let inner = element.compositeName else { return false }
            if inner == name { return true }
            guard !seen.contains(inner), let next = names.composites[inner] else { return false }
            return contains(name, next, seen.union([inner]))
        }
    }

    private mutating func check(
        _ attribute: AttributeDescription, named name: String, at path: ModelPath, _ details: ErrorDetails
    ) {
        if attribute.type == .undefined, !attribute.isTransient {
            report(
                .invalidType, "\(name) has no type, which only a transient attribute may", at: path / "type", details)
        }
        checkComposite(attribute, named: name, at: path, details)
        for (key, value) in [("valueType", attribute.valueTypeName), ("coder", attribute.coderName)]
        where value != nil && attribute.type != .transformable {
            report(
                .invalidConstraint, "\(name) has a '\(key)', which only a transformable attribute may",
                at: path / key, details)
        }
        if attribute.allowsExternalStorage {
            if attribute.type != .binary && attribute.type != .transformable {
                report(
                    .invalidConstraint, "\(name) is \(attribute.type.rawValue); only bytes can be stored externally",
                    at: path / "externalStorage", details)
            } else if attribute.isTransient {
                report(
                    .invalidConstraint, "\(name) is transient, so it cannot be stored externally",
                    at: path / "externalStorage", details)
            }
        }
        if attribute.isPreservedAfterDeletion, attribute.isTransient {
            report(
                .invalidConstraint, "\(name) is transient, so history cannot preserve it",
                at: path / "preservedAfterDeletion", details)
        }
        checkValues(attribute, named: name, at: path, details)
    }

    private mutating func checkComposite(
        _ attribute: AttributeDescription, named name: String, at path: ModelPath, _ details: ErrorDetails
    ) {
        guard attribute.type == .composite else {
            if attribute.compositeName != nil {
                let message = "\(name) names a composite, but its type is \(attribute.type.rawValue)"
                report(.invalidType, message, at: path / "composite", details)
            }
            return
        }
        guard let composite = attribute.compositeName else {
            report(.invalidType, "\(name) is composite but names no composite", at: path, details)
            return
        }
        if names.composites[composite] == nil {
            reportUnknown(
                "the composite '\(composite)' of \(name)", composite, among: names.composites.keys,
                at: path / "composite", details)
        }
    }
}
