import PolystoreModel

/// One index of a store: what its entries hold, for the rows of which entities.
struct IndexDefinition: Hashable, Sendable {
    /// The purpose of an index.
    enum Purpose: Hashable, Sendable {
        /// The objects of each concrete entity of a hierarchy; the only element is the entity's number.
        case entity
        /// Values of attributes and references.
        case values
        /// Values that must be unique.
        case uniqueness(UniquenessConstraint)
        /// The objects that a to-one relationship names.
        case reference(ModelRelationship)
    }

    /// One element of an entry.
    struct Element: Hashable, Sendable {
        /// The attribute or to-one relationship.
        let property: ModelProperty
        /// How its values lie in rows.
        let kind: SlotKind
        /// Whether small values come first.
        let isAscending: Bool

        /// The number of the property's name.
        var key: PropertyKey {
            switch property {
            case .attribute(let attribute): attribute.key
            case .relationship(let relationship): relationship.key
            }
        }
    }

    /// The purpose of the index.
    let purpose: Purpose
    /// The entity whose objects, and those of its descendants, have entries.
    let entity: ModelEntity
    /// The elements, most significant first; none in an entity index.
    let elements: [Element]
    /// The number in the store.
    var number: UInt16 = 0

    /// Whether the object's key at the end of an entry is in ascending order.
    var isKeyAscending: Bool { elements.last?.isAscending ?? true }

    /// What the entries are made of, as text that is the same in every process: an index whose signature is not known to
    /// a store is built when the store is opened.
    var signature: String {
        let parts = elements.map { "\($0.property.name):\($0.kind.rawValue)\($0.isAscending ? "+" : "-")" }
        let word =
            switch purpose {
            case .entity: "entity"
            case .values, .uniqueness: "values"
            case .reference: "reference"
            }
        return "\(word) \(entity.name)(\(parts.joined(separator: ",")))"
    }

    /// For `explain` and messages: `Person(age, name)`.
    var text: String { "\(entity.name)(\(elements.map(\.property.name).joined(separator: ", ")))" }

    /// Whether entries have the order of the values: bytes of more than 4 KiB stand in them as length and checksum.
    var isOrderedByValues: Bool { !elements.contains(where: \.kind.mayBeDeferred) }

    /// The constraint that the index guards.
    var constraint: UniquenessConstraint? {
        if case .uniqueness(let constraint) = purpose { constraint } else { nil }
    }
}
