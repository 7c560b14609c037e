import PolystoreModel

/// What changed in a context since the last announcement, for its `changes` sequence.
///
/// Kept as lists, because most changes are never announced to anybody; an ID may stand in a list twice.
struct EventChanges {
    var inserted: [ObjectID] = []
    var updated: [ObjectID] = []
    var deleted: [ObjectID] = []
    var refreshed: [ObjectID] = []
    var isInvalidated = false

    var isEmpty: Bool {
        inserted.isEmpty && updated.isEmpty && deleted.isEmpty && refreshed.isEmpty && !isInvalidated
    }

    /// Takes an insertion back; false when it was announced already.
    mutating func withdrawInsertion(of object: ObjectID) -> Bool {
        guard let index = inserted.lastIndex(of: object) else { return false }
        inserted.remove(at: index)
        return true
    }

    /// Takes insertions back; returns those that were not announced yet.
    mutating func withdrawInsertions(of objects: Set<ObjectID>) -> Set<ObjectID> {
        let withdrawn = Set(inserted.filter(objects.contains))
        if !withdrawn.isEmpty { inserted.removeAll(where: withdrawn.contains) }
        return withdrawn
    }

    /// The lists as an event.
    var event: ChangeEvent {
        let inserted = Set(inserted)
        let deleted = Set(deleted)
        return ChangeEvent(
            inserted: inserted, updated: Set(updated).subtracting(inserted).subtracting(deleted), deleted: deleted,
            refreshed: Set(refreshed), isInvalidated: isInvalidated)
    }
}
