/// The names that no property may have, because a member of `ManagedObject` has them and would silently win, or because
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
}
