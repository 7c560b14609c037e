import PolystoreModel

extension ManagedObject {
    /// The context that the object lives in; nil when the context is gone or has let the object go.
    public final var managedObjectContext: ManagedObjectContext? {
        flags.contains(.detached) ? nil : batch.anchor.context
    }

    /// The object's identity, the same for life (P8).
    ///
    /// Reading it fixes the object's store.
    public final var objectID: ObjectID {
        flags.insert(.identified)
        return identity
    }

    /// The identity, without fixing the store.
    package final var identity: ObjectID { ObjectID(store: batch.store, root: batch.root, key: key) }

    /// The object's entity.
    ///
    /// Never reads the store.
    public final var entity: ModelEntity { unmanagedEntity.takeUnretainedValue() }

    /// The entity without counting references to it; the object's batch holds it.
    @inline(__always) package final var unmanagedEntity: Unmanaged<ModelEntity> {
        // The row that the object began with, or was read or saved with last, tells it as well as a changed one.
        guard let entity = batch.entity(at: offset) else {
            preconditionFailure("an object of an entity outside its model")
        }
        return entity
    }

    /// The states of objects that a pruning leaves alone.
    @inline(__always) static var pruneProtected: ObjectFlags { [.tracked, .inserted, .updated, .deleted, .locked] }

    /// Whether the object was inserted and not saved yet.
    public final var isInserted: Bool { flags.contains(.inserted) && !flags.contains(.deleted) }

    /// Whether the object was changed since it was read or saved.
    public final var isUpdated: Bool {
        flags.contains(.updated) && flags.isDisjoint(with: [.inserted, .deleted])
    }

    /// Whether the object was deleted and the deletion is not saved.
    public final var isDeleted: Bool { flags.contains(.deleted) }

    /// Whether there is anything to save.
    public final var hasChanges: Bool { !flags.isDisjoint(with: [.inserted, .updated, .deleted]) }

    /// Whether the object's row has not been read.
    public final var isFault: Bool { flags.contains(.fault) }

    /// Why the object's row could not be read; nil for an object that can be used.
    public final var inaccessibleError: (any Error)? { flags.contains(.inaccessible) ? overlay?.error : nil }

    /// The version of the row that the object was read from; 0 before the first save.
    ///
    /// Reads the row of a fault.
    public final var version: Int { Int(storedRow().version) }
}

extension ManagedObject {
    /// The object as one of a class; nil when it is none.
    ///
    /// Most often it is exactly of the class: that costs a comparison, and a cast much more.
    @inlinable @inline(__always)
    final func cast<Object: ManagedObject>(to type: Object.Type) -> Object? {
        if Swift.type(of: self) == type { return unsafeDowncast(self, to: type) }
        return self as? Object
    }
}

extension ManagedObject: CustomStringConvertible {
    /// Entity, key and state; never reads the store and never shows values.
    public final var description: String {
        var state = isFault ? "fault" : "read"
        if flags.contains(.inaccessible) { state = "inaccessible" }
        if isInserted {
            state = "inserted"
        } else if isDeleted {
            state = "deleted"
        } else if isUpdated {
            state += ", updated"
        }
        return "<\(entity.name) \(key) (\(state))>"
    }
}
