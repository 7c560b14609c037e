/// An attribute of a frozen model.
public final class ModelAttribute: Sendable {
    /// Its description in the model.
    public let description: AttributeDescription
    /// The number of its name.
    public let key: PropertyKey
    /// How its values lie in a row; nil for an attribute that has no slot of its own (composite).
    public let slotKind: SlotKind?
    /// What rows hold for the attribute: nothing for a transient one, itself, or the elements of its composite, flattened.
    public let storedElements: [StoredElement]

    /// What its text must match, compiled once for all objects.
    package let pattern: TextPattern?

    /// Whether a value that is not missing can fail validation.
    public let isValidated: Bool
    /// Whether anything can fail validation.
    public let isChecked: Bool

    /// Makes an attribute of a model whose composites are known and do not contain themselves.
    init(_ description: AttributeDescription, composites: [CompositeDescription]) {
        self.description = description
        key = PropertyKey(description.name)
        storedElements = ModelAttribute.elements(
            of: description, named: description.name,
            formerly: description.renamingIdentifier ?? description.name, composites)
        slotKind = SlotKind(description.type)
        // A pattern that cannot be compiled is a problem of the model, and a model with problems is never frozen.
        pattern = description.validation.pattern.flatMap { try? TextPattern($0) }
        isValidated = !description.validation.isEmpty
        isChecked = !description.isOptional || !description.validation.isEmpty
    }

    private static func elements(
        of attribute: AttributeDescription, named name: String, formerly formerName: String,
        _ composites: [CompositeDescription]
    ) -> [StoredElement] {
        guard !attribute.isTransient else { return [] }
        if let kind = SlotKind(attribute.type) {
            return [
                StoredElement(
                    key: PropertyKey(name), kind: kind, allowsExternalStorage: attribute.allowsExternalStorage,
                    renamingIdentifier: formerName == name ? nil : formerName)
            ]
        }
        let composite = composites.first { $0.name == attribute.compositeName }
        return (composite?.elements ?? []).flatMap { element in
            elements(
                of: element, named: "\(name).\(element.name)",
                formerly: "\(formerName).\(element.renamingIdentifier ?? element.name)", composites)
        }
    }

    /// The attribute's name.
    public var name: String { description.name }
    /// The kind of value.
    public var type: AttributeType { description.type }
    /// Whether a missing value is valid at save.
    public var isOptional: Bool { description.isOptional }
    /// Whether the value is kept in memory only.
    public var isTransient: Bool { description.isTransient }
}

extension ModelAttribute: Hashable {
    /// Whether both are the same attribute of the same model.
    public static func == (left: ModelAttribute, right: ModelAttribute) -> Bool { left === right }

    /// Hashes the identity.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
