import PolystoreModel
import PolystoreStorage

extension RecordCatalog {
    /// The entities that must be told apart among the objects below an entity; nil when all of them are wanted.
    func entityFilter(_ query: StoreQuery, covering entity: ModelEntity) -> [UInt16]? {
        let wanted = Set(query.entities)
        let present = layouts.all.filter { $0.entity?.isKind(of: entity) ?? true }
        // Rows of an entity that the model no longer has are never wanted.
        if present.allSatisfy({ layout in layout.entity.map(wanted.contains) ?? false }) { return nil }
        return query.entities.compactMap(number(of:)).sorted()
    }
}
