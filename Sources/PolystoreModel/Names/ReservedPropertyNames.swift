/// The names that no accessor may have, because a member of `ManagedObject` has them and would silently win, or because
/// Swift gives them a meaning in every type.
package enum ReservedPropertyNames {
    /// All of them.
    package static let all: Set<String> = members.union(language)

    /// The members of `ManagedObject`.
    package static let members: Set<String> = [
        "awakeFromFetch", "awakeFromInsert", "changedRelationships", "changedValues", "changedValuesForCurrentEvent",
        "committedValues", "context", "debugDescription", "delete", "description", "didSave", "didTurnIntoFault",
        "entity", "faultingState", "hasChanges", "hasFault", "hasPersistentChangedValues", "hash", "hashValue",
        "inaccessibleError", "isDeleted", "isFault", "isInserted", "isUpdated", "managedObjectContext", "object",
        "objectID", "objectIDs", "objects", "prepareForDeletion", "primitiveValue", "relatedObject", "relatedObjects",
        "setObject", "setObjects", "setPrimitiveValue", "setRelatedObject", "setTransformedValue", "setValue",
        "snapshot", "store", "transformedValue", "validateForDelete", "validateForInsert", "validateForUpdate", "value",
        "version", "willSave", "willTurnIntoFault",
    ]

    /// What Swift means itself by these names.
    package static let language: Set<String> = ["Protocol", "Self", "Type", "init", "self", "subscript"]

    /// The names that Core Data refuses itself, because `NSObject` or `NSManagedObject` has them: no model has them.
    package static let refusedByCoreData: Set<String> = [
        "changedValues", "changedValuesForCurrentEvent", "class", "committedValues", "debugDescription", "delete",
        "description", "didSave", "didTurnIntoFault", "entity", "faultingState", "hasChanges",
        "hasPersistentChangedValues", "hash", "init", "isDeleted", "isFault", "isInserted", "isUpdated",
        "managedObjectContext", "objectID", "prepareForDeletion", "self", "superclass", "validateForDelete",
        "validateForInsert", "validateForUpdate", "willSave", "willTurnIntoFault",
    ]

    /// Whether a property may not have a name.
    ///
    /// Every reserved name is refused for a token that a class declares under it, because the real member would win. A
    /// model that is not declared by classes, and a property whose token has another name, has only the names refused
    /// that no model can have.
    package static func refuses(_ name: String, at place: DeclarationPlace) -> Bool {
        guard all.contains(name) else { return false }
        if refusedByCoreData.contains(name) || language.contains(name) { return true }
        return place.fileID != nil
    }

    /// The place of a property whose token has another name than the property: none, so that the property's name can be one
    /// that only accessors cannot have.
    package static func place(ofTokenNamed name: String, declaredAt place: DeclarationPlace) -> DeclarationPlace {
        all.contains(name) ? place : DeclarationPlace()
    }
}
