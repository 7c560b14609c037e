import PolystoreModel

/// Which problems of a description do not keep a model that works with Core Data from being read.
enum ToleratedProblem {
    /// The names that Core Data refuses itself, because `NSObject` or `NSManagedObject` has them.
    private static let refusedByCoreData: Set<String> = [
        "changedValues", "changedValuesForCurrentEvent", "class", "committedValues", "debugDescription", "delete",
        "description", "didSave", "didTurnIntoFault", "entity", "faultingState", "hasChanges",
        "hasPersistentChangedValues", "hash", "init", "isDeleted", "isFault", "isInserted", "isUpdated",
        "managedObjectContext", "objectID", "prepareForDeletion", "self", "superclass", "validateForDelete",
        "validateForInsert", "validateForUpdate", "willSave", "willTurnIntoFault",
    ]

    /// Whether a problem is worth a remark only: a name that Core Data allows and that a class here cannot have, or a
    /// model that is to get its entities yet.
    static func isTolerated(_ problem: ModelProblem) -> Bool {
        if problem.code == .empty { return true }
        guard problem.code == .reservedName, let name = problem.details[.property] else { return false }
        return !refusedByCoreData.contains(name)
    }
}
