import PolystoreModel
import PolystoreStorage

/// What is asked of a store type before a store of it is opened, beside keeping rows.
enum StoreNeeds {
    /// Refuses a store type that does not declare what the entities need.
    ///
    /// - Throws: `unsupported`, naming entity, property and the capability that is missing.
    static func check(
        _ capabilities: StoreCapabilities, _ entities: [ModelEntity], _ placement: StorePlacement
    ) throws(StoreError) {
        if !capabilities.uniqueness, let entity = entities.first(where: { !$0.uniquenessConstraints.isEmpty }) {
            throw refusal("uniqueness", entity, entity.uniquenessConstraints.first?.properties.first?.name)
        }
        if !capabilities.joins, let join = placement.joins.first {
            throw refusal("joins", join.forward.entity, join.forward.name)
        }
        guard !capabilities.orderedRelationships else { return }
        if let join = placement.joins.first(where: { $0.forward.isOrdered || $0.backward?.isOrdered ?? false }) {
            throw refusal("orderedRelationships", join.forward.entity, join.forward.name)
        }
        for entity in entities {
            for relationship in entity.relationships where relationship.keepsInverseOrder {
                throw refusal("orderedRelationships", entity, relationship.name)
            }
        }
    }

    /// Refuses options that a store type does not have.
    ///
    /// - Throws: `invalidOption`, naming the first of them.
    static func check(_ options: StoreOptions, of type: StoreType) throws(StoreError) {
        let known = type.options.map(\.name)
        guard let unknown = options.values.keys.sorted().first(where: { !known.contains($0) }) else { return }
        throw StoreError(
            .invalidOption, [.storeType: type.name, .expected: known.joined(separator: ", "), .found: unknown])
    }

    private static func refusal(_ capability: String, _ entity: ModelEntity, _ property: String?) -> StoreError {
        StoreError(
            .unsupported,
            [.entity: entity.name, .property: property, .reason: "the store type does not declare '\(capability)'"])
    }
}
