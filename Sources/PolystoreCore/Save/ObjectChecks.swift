import PolystoreModel

/// What is to be checked of an entity's objects at save, found out once for all of them.
///
/// A class, because every object of a save asks for it, and a copy counts four references.
final class ObjectChecks {
    /// Attributes of which a value is asked, and nothing else.
    let required: [ModelAttribute]
    /// Attributes of whose values more is asked, or that rows do not hold.
    let others: [ModelAttribute]
    /// Relationships of which an object, or a number of objects, is asked.
    let relationships: [ModelRelationship]
    /// Relationships whose other side must be within reach when it changes.
    let reach: [ModelRelationship]

    init(_ entity: ModelEntity) {
        let checked = entity.attributes.filter(\.isChecked)
        func isPlain(_ attribute: ModelAttribute) -> Bool {
            !attribute.isValidated && !attribute.isTransient && attribute.slotKind != nil
        }
        required = checked.filter(isPlain)
        others = checked.filter { !isPlain($0) }
        relationships = entity.relationships.filter { relationship in
            let description = relationship.description
            let isCounted = description.minimumCount > 0 || description.maximumCount > 0
            return !relationship.isOptional || (relationship.isToMany && isCounted)
        }
        reach = entity.relationships.filter { $0.inverse != nil && $0.deleteRule != .noAction }
    }
}
