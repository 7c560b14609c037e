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
    var key: PropertyKey {
        switch self {
        case .attribute(let attribute): attribute.key
        case .relationship(let relationship): relationship.key
        }
    }
}
