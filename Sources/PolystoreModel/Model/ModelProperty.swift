/// An attribute or a relationship of a frozen model.
public enum ModelProperty: Hashable, Sendable {
    /// An attribute.
    case attribute(ModelAttribute)
    /// A relationship.
    case relationship(ModelRelationship)

    /// The property's name.
    public var name: String {
        switch self {
        case .attribute(let attribute): attribute.name
        case .relationship(let relationship): relationship.name
        }
    }

    /// The number of the property's name.
    public var key: PropertyKey {
        switch self {
        case .attribute(let attribute): attribute.key
        case .relationship(let relationship): relationship.key
        }
    }

    /// How the property's value lies in a row: nil for what has no slot of its own, a composite or a to-many relationship.
    public var slotKind: SlotKind? {
        switch self {
        case .attribute(let attribute): attribute.isTransient ? nil : attribute.slotKind
        case .relationship(let relationship): relationship.form == .reference ? .reference : nil
        }
    }
}
