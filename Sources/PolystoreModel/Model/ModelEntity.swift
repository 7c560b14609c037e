/// An entity of a frozen model, linked to its parent, its properties and their destinations.
///
/// Immutable once the model exists, and alive as long as the model.
public final class ModelEntity: Sendable {
    /// Its description in the model.
    public let description: EntityDescription
    /// The position in the model's entities.
    public let index: Int
    /// The process-wide number of the hierarchy that it belongs to.
    public let rootNumber: RootNumber
    /// The entity's own attributes, in name order.
    public let ownAttributes: [ModelAttribute]
    /// The entity's own relationships, in name order.
    public let ownRelationships: [ModelRelationship]

    // SAFETY: the links below are written by ModelLinker before the model is handed out, on one thread, and never
    // again; every later access reads.
    @exclusivity(unchecked) nonisolated(unsafe) private var links = Links()

    struct Links {
        // Unowned, and not weak: a weak reference would make every count of references to the entity a slow one.
        unowned var superentity: ModelEntity?
        var subentities: [ModelEntity] = []
        var attributes: [ModelAttribute] = []
        var relationships: [ModelRelationship] = []
        var properties = PropertyTable()
        var hasUniquenessConstraints = false
        var versionHash: [UInt8] = []
    }

    init(
        description: EntityDescription, index: Int, rootNumber: RootNumber, attributes: [ModelAttribute],
        relationships: [ModelRelationship]
    ) {
        self.description = description
        self.index = index
        self.rootNumber = rootNumber
        ownAttributes = attributes
        ownRelationships = relationships
    }

    func setLinks(_ update: (inout Links) -> Void) { update(&links) }

    /// The entity's name.
    public var name: String { description.name }
    /// Whether no object may be exactly of this entity.
    public var isAbstract: Bool { description.isAbstract }
    /// The parent entity.
    public var superentity: ModelEntity? { links.superentity }
    /// The direct children, in name order.
    public var subentities: [ModelEntity] { links.subentities }
    /// All attributes, inherited ones included, in name order.
    public var attributes: [ModelAttribute] { links.attributes }
    /// All relationships, inherited ones included, in name order.
    public var relationships: [ModelRelationship] { links.relationships }
    /// Whether objects of the entity have to be unique in something.
    var hasUniquenessConstraints: Bool { links.hasUniquenessConstraints }
    /// The SHA-256 of what decides whether a store's rows fit the entity; 32 bytes.
    public var versionHash: [UInt8] { links.versionHash }

    /// The attribute or relationship of a key, inherited ones included.
    public func property(for key: PropertyKey) -> ModelProperty? { links.properties[key] }

    /// The relationship of a key, without reference counting: the caller keeps the model alive meanwhile.
    package func unmanagedRelationship(for key: PropertyKey) -> Unmanaged<ModelRelationship>? {
        links.properties.relationship(key)
    }
}

extension ModelEntity: Hashable {
    /// Whether both are the same entity of the same model.
    public static func == (left: ModelEntity, right: ModelEntity) -> Bool { left === right }

    /// Hashes the identity.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
