import PolystoreModel
import PolystoreStorage

extension RecordCatalog {
    /// The entities that must be told apart among the objects below an entity; nil when all of them are wanted.
    func entityFilter(_ query: StoreQuery, covering entity: ModelEntity) -> [UInt16]? {
        let entities = query.entities
        // Few are compared sooner than hashed.
        let wanted: Set<ModelEntity> = entities.count > 8 ? Set(entities) : []
        let isWhole = layouts.all.allSatisfy { layout in
            // Rows of an entity that the model no longer has are never wanted.
            guard let present = layout.entity else { return false }
            guard present.isKind(of: entity) else { return true }
            return wanted.isEmpty ? entities.contains { $0 === present } : wanted.contains(present)
        }
        return isWhole ? nil : entities.compactMap(number(of:)).sorted()
    }
}
