import PolystoreModel

/// Which class the objects of each entity of a model have.
public struct EntityClasses: Sendable {
    private let classes: [ManagedObject.Type]
    private let entities: [ObjectIdentifier: ModelEntity]

    /// Objects of every entity are plain `ManagedObject`s.
    public init(model: ManagedObjectModel) {
        classes = model.entities.map { _ in ManagedObject.self }
        entities = [:]
    }

    /// Objects of entities that a class describes have that class; of others, the class of the nearest ancestor.
    public init(model: ManagedObjectModel, classes types: [any Entity.Type]) {
        let byName = Dictionary(types.map { ($0.entity.name, $0) }, uniquingKeysWith: { first, _ in first })
        var entities: [ObjectIdentifier: ModelEntity] = [:]
        classes = model.entities.map { entity in
            if let own = byName[entity.name] { entities[ObjectIdentifier(own)] = entity }
            let nearest = entity.lineage.reversed().lazy.compactMap { byName[$0.name] }.first
            return nearest.map { $0 as ManagedObject.Type } ?? ManagedObject.self
        }
        self.entities = entities
    }

    /// The class of an entity's objects.
    package func objectClass(of entity: ModelEntity) -> ManagedObject.Type { classes[entity.index] }

    /// The entity that a class stands for.
    package func entity(of objectClass: ManagedObject.Type) -> ModelEntity? { entities[ObjectIdentifier(objectClass)] }
}
