import PolystoreModel

// How changes of properties get into the journal, before they are made.
extension ManagedObjectContext {
    /// Notes that a property changes; what is set when a row was read is no change.
    @inline(__always)
    func noteChange(
        of key: PropertyKey, _ object: @autoclosure () -> ObjectID, old: @autoclosure () -> ChangeJournal.OldValue
    ) {
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

    private func storedOrChangedValue(of key: PropertyKey, _ object: ManagedObject) -> Value {
        guard case .attribute(let attribute)? = object.entity.property(for: key) else { return .missing }
        return object.taggedValue(of: attribute)
    }
}

extension ToManyState {
    /// The journal's copy of the state before it changes.
    var oldValue: ChangeJournal.OldValue { .members(added: added, removed: removed.inOrder, known: members) }
}
