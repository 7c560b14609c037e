import PolystoreModel
import PolystoreStorage

/// The resolution of a record's names in the reader's model.
struct ModelResolution {
    let model: ManagedObjectModel
    /// The renaming identifiers of the record's entities, by name.
    private let identifiers: [String: String]
    private let targets: [RenamedName]
    private var entities: [String: ModelEntity?] = [:]

    init(_ model: ManagedObjectModel, identifiers: [String: String] = [:]) {
        self.model = model
        self.identifiers = identifiers
        targets = model.entities.map(\.renamedName)
    }

    /// The entity of a name of the record; nil when the model has none any more.
    mutating func entity(named name: String) -> ModelEntity? {
        if let known = entities[name] { return known }
        let source = RenamedName(name: name, identifier: identifiers[name])
        let found = RenamedName.sources(of: targets, among: [source]).firstIndex { $0 != nil }
        let entity = found.map { model.entities[$0] }
        entities[name] = .some(entity)
        return entity
    }

    /// The hierarchy of a root entity's name; one that the model has no more keeps its name.
    mutating func root(named name: String) -> RootNumber {
        entity(named: name)?.rootNumber ?? RootNumber(interning: name)
    }

    /// The relationship of an entity; nil when the model has none any more.
    func relationship(_ name: RenamedName, of entity: ModelEntity) -> ModelRelationship? {
        let targets = entity.relationships.map {
            RenamedName(name: $0.name, identifier: $0.description.renamingIdentifier)
        }
        let found = RenamedName.sources(of: targets, among: [name]).firstIndex { $0 != nil }
        return found.map { entity.relationships[$0] }
    }
}
