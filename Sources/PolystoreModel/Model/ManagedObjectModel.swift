/// A model, checked, linked and frozen: the entities that exist, how they relate, and their version hashes.
///
/// A model is immutable; to change one, change a `ModelDescription` and make another model of it. Its entities and
/// properties live as long as the model.
public final class ManagedObjectModel: Sendable {
    /// The description that the model was made of, with every name resolved.
    public let description: ModelDescription
    /// The entities in the order of the UTF-8 bytes of their names.
    public let entities: [ModelEntity]
    /// The many-to-many relationships, each once, in the order of their names.
    public let joins: [ModelJoin]
    private let entitiesByName: [String: ModelEntity]

    /// Checks, links and freezes a description.
    ///
    /// - Throws: `ModelError` with every problem at once.
    public init(_ description: ModelDescription) throws(ModelError) {
        let linked = try ModelLinker.link(description)
        self.description = linked.description
        entities = linked.entities
        joins = linked.joins
        entitiesByName = Dictionary(uniqueKeysWithValues: linked.entities.map { ($0.name, $0) })
    }

    /// The model's name.
    public var name: String { description.name }

    /// The entity of a name.
    public func entity(named name: String) -> ModelEntity? { entitiesByName[name] }

    /// The entities of a configuration; nil when the model has no such configuration.
    public func entities(inConfiguration name: String) -> [ModelEntity]? {
        description.configurations[name]?.compactMap { entitiesByName[$0] }
    }

    /// The roots of the entity hierarchies, in name order.
    public var roots: [ModelEntity] { entities.filter { $0.superentity == nil } }
}
