/// An attribute of a frozen model.
public final class ModelAttribute: Sendable {
    /// What the model says of it.
    public let description: AttributeDescription
    /// The number of its name.
    public let key: PropertyKey
    /// How its values lie in a row; nil for an attribute that has no slot (composite).
    public let slotKind: SlotKind?

    /// Whether a value that is not missing can fail validation.
    public let isValidated: Bool
    /// Whether anything can fail validation.
    public let isChecked: Bool

    init(_ description: AttributeDescription) {
        self.description = description
        key = PropertyKey(description.name)
        slotKind = SlotKind(description.type)
        isValidated = !description.validation.isEmpty
        isChecked = !description.isOptional || !description.validation.isEmpty
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
