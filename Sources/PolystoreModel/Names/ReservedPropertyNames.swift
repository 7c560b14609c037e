/// The names that no property may have, because a member of `ManagedObject` has them and would silently win, or because
/// Swift gives them a meaning in every type.
package enum ReservedPropertyNames {
    /// All of them.
    package static let all: Set<String> = members.union(language)

    /// The members of `ManagedObject`.
    package static let members: Set<String> = [
        "changedValues", "changedValuesForCurrentEvent", "committedValues", "context", "debugDescription", "delete",
        "description", "entity", "faultingState", "hasChanges", "hasFault", "hasPersistentChangedValues", "hash",
        "hashValue", "isDeleted", "isFault", "isInserted", "isUpdated", "managedObjectContext", "objectID", "objectIDs",
        "primitiveValue", "setPrimitiveValue", "setValue", "snapshot", "store", "validateForDelete",
        "validateForInsert", "validateForUpdate", "value", "version",
    ]

    /// What Swift means itself by these names.
    package static let language: Set<String> = ["Protocol", "Self", "Type", "init", "self", "subscript"]
}
