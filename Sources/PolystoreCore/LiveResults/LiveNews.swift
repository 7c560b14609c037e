import PolystoreModel

/// What a group of changes means for lists.
struct LiveNews {
    /// The objects that may enter, leave or change places.
    let changed: Set<ObjectID>
    /// Those of them that have other values.
    let updated: Set<ObjectID>
    /// Whether every object of the context became invalid.
    let isInvalidation: Bool

    init(_ event: ChangeEvent) {
        updated = event.updated.union(event.refreshed).union(event.inserted)
        changed = updated.union(event.deleted)
        isInvalidation = event.isInvalidated
    }

    /// What a save of the context itself has written was told when it was changed, but for what is set without being
    /// announced: that may change places.
    init(saved event: SaveEvent) {
        changed = event.inserted.union(event.updated).union(event.deleted)
        updated = []
        isInvalidation = false
    }
}
