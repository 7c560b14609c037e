import PolystoreModel

// How changes of properties get into the journal, before they are made.
extension ManagedObjectContext {
    /// Notes that a property changes; what is set when a row was read is no change.
    @inline(__always)
    func noteChange(
        of key: PropertyKey, _ object: @autoclosure () -> ObjectID, old: @autoclosure () -> ChangeJournal.OldValue
    ) {
        if let observation, let object = registered(object()), !isAwaking { observation.willChange(object, key) }
        guard journal.keepsProperties, !isAwaking else { return }
        let object = object()
        guard journal.isFirstChange(of: key, object) else { return }
        // Made before the journal is written: it may read a row.
        let change = ChangeJournal.PropertyChange(object: object, property: key, old: old())
        journal.note(change)
    }

    /// Notes that an attribute changes which lies in the object's row.
    @inline(__always)
    func noteChange(of key: PropertyKey, in object: ManagedObject) {
        noteChange(of: key, object.identity, old: .value(storedOrChangedValue(of: key, object)))
    }

    /// Notes that the members of a relationship change.
    ///
    /// Where changes have to be taken back, the members of a list that its owner keeps are read for it.
    func noteMembers(of key: ToManyKey, _ relationship: ModelRelationship) {
        if let observation, let owner = registered(key.owner) { observation.willChange(owner, key.relationship) }
        guard journal.keepsProperties, !isAwaking, journal.isFirstChange(of: key.relationship, key.owner) else {
            return
        }
        if journal.isReversible, relationship.isListedByOwner { readMembers(of: key, relationship) }
        let old = (toMany[key] ?? ToManyState()).oldValue
        journal.note(ChangeJournal.PropertyChange(object: key.owner, property: key.relationship, old: old))
    }

    private func readMembers(of key: ToManyKey, _ relationship: ModelRelationship) {
        guard toMany[key]?.isFault ?? true, let owner = relatedObject(key.owner, relationship.entity) else { return }
        do {
            try materialize(relationship, of: [owner])
        } catch {
            recordAccessError(error)
        }
    }

    /// Changes objects as others have: what happens is no change of the program, and is not taken back.
    func withoutKeepingChanges<Result>(_ body: () throws -> Result) rethrows -> Result {
        journal.pause()
        defer { journal.resume() }
        return try body()
    }

    private func storedOrChangedValue(of key: PropertyKey, _ object: ManagedObject) -> Value {
        guard case .attribute(let attribute)? = object.entity.property(for: key) else { return .missing }
        return object.taggedValue(of: attribute)
    }
}

extension ToManyState {
    /// The journal's copy of the state before it changes.
    var oldValue: ChangeJournal.OldValue { .members(added: added, removed: removed.inOrder, known: members) }
}

extension ModelRelationship {
    /// Whether the list of members says something that the members' own references do not: their order, or that they are
    /// members at all.
    var isListedByOwner: Bool { isOrdered || form != .inverseReference }
}
