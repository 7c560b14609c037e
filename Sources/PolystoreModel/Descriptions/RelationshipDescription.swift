/// The description of one relationship of a model.
public struct RelationshipDescription: Hashable, Sendable, Codable {
    /// How the destination entity is named.
    public enum Destination: Hashable, Sendable, Codable {
        /// By the entity's name.
        case entity(String)
        /// By the name of the class that stands for it; resolved to the entity when the model is made.
        case objectClass(String)
    }

    /// The relationship's name, unique within the entity and its ancestors.
    public var name: String
    /// The entity of the related objects.
    public var destination: Destination
    /// The name of the inverse on the destination entity; naming it on one side is enough.
    public var inverseName: String?
    /// Whether there may be several related objects.
    public var isToMany: Bool
    /// Whether a to-many relationship keeps an order.
    public var isOrdered = false
    /// Whether none is valid at save.
    public var isOptional = true
    /// Whether the relationship is kept in memory only.
    public var isTransient = false
    /// The least number of related objects of a to-many relationship; 0 for no bound.
    public var minimumCount = 0
    /// The greatest number of related objects of a to-many relationship; 0 for no bound.
    public var maximumCount = 0
    /// The rule for related objects when the object is deleted.
    public var deleteRule = DeleteRule.nullify
    /// The name in an earlier version of the model.
    public var renamingIdentifier: String?
    /// Changes the version hash although nothing else changed.
    public var versionHashModifier: String?
    /// Free entries, not part of the version hash.
    public var userInfo: [String: String] = [:]

    /// Where a program declares the relationship by its class.
    package var place = DeclarationPlace()

    /// Makes an optional relationship with the rule nullify.
    public init(name: String, to destination: Destination, isToMany: Bool, inverse: String? = nil) {
        self.name = name
        self.destination = destination
        self.isToMany = isToMany
        inverseName = inverse
    }
}
