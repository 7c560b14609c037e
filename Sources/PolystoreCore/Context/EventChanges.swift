import PolystoreModel

/// What changed in a context since the last announcement, for its `changes` sequence.
///
/// Kept as lists, in which an ID may stand twice, and only while somebody is told: most changes are announced to nobody.
struct EventChanges {
    /// Whether anybody is told; what changes is not kept otherwise.
    var isHeard = false {
        didSet { if !isHeard { clear() } }
    }
    private(set) var inserted: [ObjectID] = []
    private(set) var updated: [ObjectID] = []
    private(set) var deleted: [ObjectID] = []
    private(set) var refreshed: [ObjectID] = []
    private(set) var isInvalidated = false

    var isEmpty: Bool {
        inserted.isEmpty && updated.isEmpty && deleted.isEmpty && refreshed.isEmpty && !isInvalidated
    }

    @inline(__always)
    mutating func noteInsertion(of object: @autoclosure () -> ObjectID) {
        if isHeard { inserted.append(object()) }
    }

    @inline(__always)
    mutating func noteUpdate(of object: @autoclosure () -> ObjectID) {
        if isHeard { updated.append(object()) }
    }

    @inline(__always)
    mutating func noteDeletion(of object: @autoclosure () -> ObjectID) {
        if isHeard { deleted.append(object()) }
    }

    @inline(__always)
    mutating func noteRefresh(of object: @autoclosure () -> ObjectID) {
        if isHeard { refreshed.append(object()) }
    }

    /// Forgets what was changed by the program: it was rolled back.
    mutating func withdrawChanges() {
        inserted = []
        updated = []
        deleted = []
    }

    /// Forgets everything for a context without objects.
    mutating func invalidate() {
        clear()
        isInvalidated = isHeard
    }

    /// Forgets what was announced.
    mutating func clear() { self = EventChanges(isHeard: isHeard) }

    /// Takes an insertion back, if it was not announced already.
    mutating func withdrawInsertion(of object: ObjectID) {
        if let index = inserted.lastIndex(of: object) { inserted.remove(at: index) }
    }

    /// Takes insertions back; returns those that were not announced yet.
    mutating func withdrawInsertions(of objects: @autoclosure () -> Set<ObjectID>) -> Set<ObjectID> {
        if inserted.isEmpty { return [] }
        let objects = objects()
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
