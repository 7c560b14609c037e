import PolystoreModel
import PolystoreStorage

extension IndexDefinition {
    /// The indexes of a store that serves some entities, without numbers, each signature once.
    static func all(_ opening: StoreOpening) -> [IndexDefinition] {
        var definitions: [IndexDefinition] = []
        var seen: Set<String> = []
        func add(_ definition: IndexDefinition?) {
            guard let definition, seen.insert(definition.signature).inserted else { return }
            definitions.append(definition)
        }
        let served = Set(opening.entities)
        // Entities in the model's order; an ancestor counts when one of its descendants is served.
        for entity in opening.model.entities where !served.isDisjoint(with: entity.concreteFamily) {
            if entity.superentity == nil, entity.concreteFamily.count > 1 {
                add(IndexDefinition(purpose: .entity, entity: entity, elements: []))
            }
            // Constraints first: an index with the same elements is the same index, and the constraint must be kept.
            for constraint in entity.uniquenessConstraints where constraint.entity === entity {
                add(uniqueness(constraint))
            }
            for relationship in entity.ownRelationships
            where relationship.form == .reference && !opening.placement.omittedReferences.contains(relationship) {
                let element = Element(property: .relationship(relationship), kind: .reference, isAscending: true)
                add(IndexDefinition(purpose: .reference(relationship), entity: entity, elements: [element]))
            }
            for index in entity.description.indexes { add(values(index, of: entity, opening)) }
        }
        return definitions
    }

    private static func uniqueness(_ constraint: UniquenessConstraint) -> IndexDefinition? {
        let elements = constraint.properties.compactMap { property in
            property.slotKind.map { Element(property: property, kind: $0, isAscending: true) }
        }
        guard !elements.isEmpty, elements.count == constraint.properties.count else { return nil }
        return IndexDefinition(purpose: .uniqueness(constraint), entity: constraint.entity, elements: elements)
    }

    /// An index of the model; nil when it is partial, or has an element that keys cannot hold: it is only a hint.
    private static func values(
        _ index: FetchIndexDescription, of entity: ModelEntity, _ opening: StoreOpening
    ) -> IndexDefinition? {
        guard index.partialPredicate == nil, !index.elements.isEmpty else { return nil }
        var elements: [Element] = []
        for element in index.elements {
            if let attribute = entity.attribute(named: element.property), let kind = attribute.slotKind,
                !attribute.isTransient, !kind.mayBeDeferred
            {
                elements.append(
                    Element(property: .attribute(attribute), kind: kind, isAscending: element.isAscending))
            } else if let relationship = entity.relationship(named: element.property), relationship.form == .reference,
                !opening.placement.omittedReferences.contains(relationship)
            {
                elements.append(
                    Element(
                        property: .relationship(relationship), kind: .reference, isAscending: element.isAscending))
            } else {
                return nil
            }
        }
        return IndexDefinition(purpose: .values, entity: entity, elements: elements)
    }
}
