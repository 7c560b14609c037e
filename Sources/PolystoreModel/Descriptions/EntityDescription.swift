/// The description of one entity: a plain value, checked and linked when a `ManagedObjectModel` is made of it.
public struct EntityDescription: Hashable, Sendable, Codable {
    /// The entity's name, unique within the model.
    public var name: String
    /// The name of the parent entity.
    public var superentityName: String?
    /// The class that stands for the parent entity; resolved to its entity when the model is made.
    public var superclassName: String?
    /// Whether no object may be exactly of this entity.
    public var isAbstract = false
    /// The name of the class of the entity's objects; nil means `ManagedObject` itself.
    public var className: String?
    /// The entity's own attributes, without inherited ones.
    public var attributes: [AttributeDescription] = []
    /// The entity's own relationships, without inherited ones.
    public var relationships: [RelationshipDescription] = []
    /// The entity's own fetched properties.
    public var fetchedProperties: [FetchedPropertyDescription] = []
    /// Sets of attributes whose values together are unique, per declaring entity with its descendants.
    public var uniquenessConstraints: [[String]] = []
    /// The entity's indexes.
    public var indexes: [FetchIndexDescription] = []
    /// The name in an earlier version of the model.
    public var renamingIdentifier: String?
    /// Changes the version hash although nothing else changed.
    public var versionHashModifier: String?
    /// What Xcode generates for the class, `class` or `category`, not part of the version hash; nil for nothing.
    public var codeGeneration: String?
    /// Free entries, not part of the version hash.
    public var userInfo: [String: String] = [:]

    /// Where a program declares the entity by its class.
    package var place = DeclarationPlace()

    /// Makes an entity without properties.
    public init(name: String) { self.name = name }
}
