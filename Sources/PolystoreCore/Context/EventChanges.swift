import PolystoreModel

/// What changed in a context since the last announcement, for its `changes` sequence.
struct EventChanges {
    var inserted: Set<ObjectID> = []
    var updated: Set<ObjectID> = []
    var deleted: Set<ObjectID> = []
    var refreshed: Set<ObjectID> = []
    var isInvalidated = false

    var isEmpty: Bool {
        inserted.isEmpty && updated.isEmpty && deleted.isEmpty && refreshed.isEmpty && !isInvalidated
    }
}
