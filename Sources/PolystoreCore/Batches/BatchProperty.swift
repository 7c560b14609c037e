import PolystoreModel
import PolystoreStorage

/// A property that a batch sets: it lies in the object's own row, and nothing beside the row depends on it.
struct BatchProperty {
    let key: PropertyKey
    let name: String
    /// The attribute; nil of a relationship.
    let attribute: ModelAttribute?
    /// The relationship; nil of an attribute.
    let relationship: ModelRelationship?

    /// Finds the property of a name.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - entity: The entity of the objects, or one that they inherit from.
    ///   - isFixed: Whether a property decides where an existing object lives.
    /// - Throws: `BatchError` with code `unknownProperty`, or `notSettable` with the reason.
    init(_ name: String, of entity: ModelEntity, isFixed: (PropertyKey) -> Bool = { _ in false }) throws(BatchError) {
        self.name = name
        key = PropertyKey(name)
        let place: ErrorDetails = [.entity: entity.name, .property: name]
        if let attribute = entity.attributes.first(where: { $0.name == name }) {
            (self.attribute, relationship) = (attribute, nil)
            if let reason = Self.obstacle(attribute) { throw Self.refusal(place, reason) }
        } else if let relationship = entity.relationships.first(where: { $0.name == name }) {
            (attribute, self.relationship) = (nil, relationship)
            if let reason = Self.obstacle(relationship) { throw Self.refusal(place, reason) }
        } else {
            let names = entity.attributes.map(\.name) + entity.relationships.map(\.name)
            var details = place
            details[.suggestion] = Suggestion.nearest(to: name, in: names)
            throw BatchError(.unknownProperty, details)
        }
        if isFixed(key) { throw Self.refusal(place, "it decides the store of an object, which cannot change") }
    }

    private static func refusal(_ place: ErrorDetails, _ reason: String) -> BatchError {
        var details = place
        details[.reason] = reason
        return BatchError(.notSettable, details)
    }

    private static func obstacle(_ attribute: ModelAttribute) -> String? {
        if attribute.isTransient { return "it is not stored" }
        if attribute.description.derivation != nil { return "it is derived" }
        return attribute.slotKind == nil ? "it has no value of its own" : nil
    }

    private static func obstacle(_ relationship: ModelRelationship) -> String? {
        if relationship.isTransient { return "it is not stored" }
        if relationship.isToMany { return "it leads to many objects" }
        return relationship.isLinkedBlindly ? nil : "its other side would have to change as well"
    }
}
