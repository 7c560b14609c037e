import PolystoreModel

/// What a context has saved while objects are handed out in batches: rows that are still to come were read before.
final class StreamedRead {
    /// The objects of the batch that is handed out, whose rows do not come again.
    private var current: Set<ObjectID> = []
    private var saved: Set<ObjectID> = []
    private var deleted: Set<ObjectID> = []
    /// Whether what the context has deleted and not saved is left out.
    let countsChanges: Bool

    /// Begins a read that hands out what is stored, or that counts unsaved changes as well.
    init(countsChanges: Bool) { self.countsChanges = countsChanges }

    /// Says which objects are handed out next.
    func begin(_ objects: [ManagedObject]) { current = Set(objects.map(\.identity)) }

    /// Takes notice of objects that were saved.
    ///
    /// - Complexity: Memory for those only that were not of the batch which is handed out.
    func note(saved objects: some Sequence<ObjectID>) {
        for objectID in objects where !current.contains(objectID) { saved.insert(objectID) }
    }

    /// Takes notice of objects whose deletion was saved.
    func note(deleted objects: some Sequence<ObjectID>) {
        for objectID in objects where !current.contains(objectID) { deleted.insert(objectID) }
    }

    /// Whether the row of an object is older than what the context has saved; asked once for each.
    func takeSaved(_ objectID: ObjectID) -> Bool { !saved.isEmpty && saved.remove(objectID) != nil }

    /// Whether the object is gone; asked once for each.
    func takeDeleted(_ objectID: ObjectID) -> Bool { !deleted.isEmpty && deleted.remove(objectID) != nil }
}
