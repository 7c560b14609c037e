import PolystoreModel

/// The changes of a context since the last group of changes ended: the one funnel for changes, which everything reads
/// that follows them.
///
/// Setters, insertions, deletions, refreshes and merges report here, and nothing else watches them. A group ends at
/// `processPendingChanges`, at the end of `perform` and at save. The first change of a property in a group passes
/// through; later ones need not. At the depth `nothing` none is kept: most contexts have no observer.
///
/// Objects are kept as lists, in which an ID may stand twice.
package struct ChangeJournal {
    /// The depth at which changes are kept.
    package enum Depth: Comparable, Sendable {
        /// Nothing.
        case nothing
        /// Which objects changed, and how: what events tell.
        case objects
        /// And which properties, with the values that they had when the group began: what takes changes back, or computes
        /// from them.
        case properties
    }

    /// The first change of a property of an object in a group.
    package struct PropertyChange: Sendable {
        /// The object.
        package let object: ObjectID
        /// The property.
        package let property: PropertyKey
        /// The former value of the property.
        package let old: OldValue
    }

    /// The value of a property when a group began.
    package enum OldValue: Sendable {
        /// The value of an attribute that rows hold.
        case value(Value)
        /// The value of an attribute that is kept beside rows; nil when there was none.
        case transient((any Sendable)?)
        /// The object of a to-one relationship.
        case reference(ObjectID?)
        /// What was added to and removed from the stored members of a to-many relationship, and, where the members were
        /// known, these in their order.
        case members(added: [ObjectID], removed: [ObjectID], known: [ObjectID]?)
    }

    /// Names a property of an object.
    private struct Place: Hashable {
        let object: ObjectID
        let property: PropertyKey
    }

    /// What is kept; a change of the depth forgets what is no longer.
    package var depth = Depth.nothing {
        didSet {
            updateKeeping()
            if depth == .nothing { clear() } else if depth < .properties { dropProperties() }
        }
    }
    /// Whether what is kept has to be enough to take changes back: the whole lists of members that change, and the objects
    /// that come and go.
    package var isReversible = false
    /// How many callers want what happens now left out.
    private var pauseCount = 0
    private(set) var inserted: [ObjectID] = []
    private(set) var updated: [ObjectID] = []
    private(set) var deleted: [ObjectID] = []
    private(set) var refreshed: [ObjectID] = []
    private(set) var isInvalidated = false
    /// The first changes of properties, in their order.
    package private(set) var properties: [PropertyChange] = []
    private var places: Set<Place> = []
    /// The objects that were inserted or brought back, where changes have to be taken back.
    private(set) var arrived: [ManagedObject] = []
    /// The objects that were deleted, where changes have to be taken back.
    private(set) var departed: [ManagedObject] = []

    /// Whether any change is kept.
    private var isHeard: Bool { depth > .nothing }

    /// Whether changes of properties are kept, so that each setter has to report.
    ///
    /// Stored: each setter asks.
    private(set) var keepsProperties = false

    /// Whether the objects that come and go are kept.
    private var keepsObjects: Bool { keepsProperties && isReversible }

    var isEmpty: Bool {
        inserted.isEmpty && updated.isEmpty && deleted.isEmpty && refreshed.isEmpty && !isInvalidated
            && !hasReversibleChanges
    }

    /// Whether there is anything to take back.
    var hasReversibleChanges: Bool { !properties.isEmpty || !arrived.isEmpty || !departed.isEmpty }

    private mutating func updateKeeping() { keepsProperties = depth == .properties && pauseCount == 0 }

    /// Leaves out how properties change, and which objects come and go, until as many calls of `resume`.
    ///
    /// Which objects changed is kept as before: it is told whoever changed them.
    mutating func pause() {
        pauseCount += 1
        updateKeeping()
    }

    /// Ends a pause.
    mutating func resume() {
        pauseCount -= 1
        updateKeeping()
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

    /// Whether a property of an object has not changed yet in the group.
    func isFirstChange(of property: PropertyKey, _ object: ObjectID) -> Bool {
        !places.contains(Place(object: object, property: property))
    }

    /// Notes the first change of a property.
    mutating func note(_ change: PropertyChange) {
        guard keepsProperties else { return }
        places.insert(Place(object: change.object, property: change.property))
        properties.append(change)
    }

    /// Notes that an object was inserted or brought back.
    mutating func noteArrival(of object: ManagedObject) {
        if keepsObjects { arrived.append(object) }
    }

    /// Forgets that an object was inserted: that failed.
    mutating func withdrawArrival(of object: ManagedObject) { arrived.removeAll { $0 === object } }

    /// Notes that objects were deleted; those that came in the same group were never there.
    mutating func noteDepartures(of objects: [ManagedObject]) {
        guard keepsObjects else { return }
        if arrived.isEmpty {
            departed += objects
            return
        }
        let gone = Set(objects.map(ObjectIdentifier.init))
        let came = Set(arrived.lazy.map(ObjectIdentifier.init).filter(gone.contains))
        arrived.removeAll { came.contains(ObjectIdentifier($0)) }
        departed += objects.filter { !came.contains(ObjectIdentifier($0)) }
    }

    /// Hands out the objects that came, but for those that have no key of their own yet.
    mutating func takeArrived() -> [ManagedObject] {
        let taken = arrived.filter { $0.key > 0 }
        arrived.removeAll { $0.key > 0 }
        return taken
    }

    private mutating func dropProperties(_ isDropped: (ObjectID) -> Bool = { _ in true }) {
        if properties.isEmpty { return }
        properties.removeAll { isDropped($0.object) }
        places = Set(properties.map { Place(object: $0.object, property: $0.property) })
    }

    /// Forgets what was changed by the program: it was rolled back.
    mutating func withdrawChanges() {
        inserted = []
        updated = []
        deleted = []
        withdrawReversibleChanges()
    }

    /// Forgets what could be taken back.
    mutating func withdrawReversibleChanges() {
        (arrived, departed) = ([], [])
        dropProperties()
    }

    /// Forgets everything for a context without objects.
    mutating func invalidate() {
        withdrawChanges()
        clear()
        isInvalidated = isHeard
    }

    /// Forgets what was announced; objects that came without a key of their own are of the next group.
    mutating func clear() {
        (inserted, updated, deleted, refreshed, isInvalidated) = ([], [], [], [], false)
        departed = []
        if depth < .properties { arrived = [] }
        dropProperties()
    }

    /// Takes an insertion back, if it was not announced already.
    mutating func withdrawInsertion(of object: ObjectID) {
        if let index = inserted.lastIndex(of: object) { inserted.remove(at: index) }
        dropProperties { $0 == object }
    }

    /// Takes insertions back; returns those that were not announced yet.
    mutating func withdrawInsertions(of objects: @autoclosure () -> Set<ObjectID>) -> Set<ObjectID> {
        if inserted.isEmpty { return [] }
        let objects = objects()
        let withdrawn = Set(inserted.filter(objects.contains))
        if !withdrawn.isEmpty { inserted.removeAll(where: withdrawn.contains) }
        dropProperties(withdrawn.contains)
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
