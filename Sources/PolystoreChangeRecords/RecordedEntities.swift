import PolystoreModel
import PolystoreStorage

/// The entities that a record may name: those of its rows, marks and links, their ancestors, and where their relationships
/// lead.
struct RecordedEntities {
    private var entities: Set<ModelEntity> = []

    /// Adds an entity and what it leads to.
    mutating func add(_ entity: ModelEntity?) {
        guard let entity, entities.insert(entity).inserted else { return }
        entities.formUnion(entity.lineage)
        for relationship in entity.relationships { entities.formUnion(relationship.destination.lineage) }
    }

    /// The names of those that have a renaming identifier, with it, in name order.
    var names: [(name: String, identifier: String)] {
        entities.compactMap { entity in entity.description.renamingIdentifier.map { (entity.name, $0) } }
            .sorted(byName: \.0)
    }
}
