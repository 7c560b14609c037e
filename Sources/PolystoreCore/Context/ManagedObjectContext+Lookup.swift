import PolystoreModel

extension ManagedObjectContext {
    /// The registered object of an ID; nil when there is none.
    ///
    /// Never reads a store.
    public func registeredObject(for objectID: ObjectID) -> ManagedObject? {
        checkExecutor()
        guard let object = registered(objectID), !object.flags.contains(.detached) else { return nil }
        return object
    }

    /// The object of an ID: registered, or a fault whose row may turn out to be missing.
    ///
    /// Reads the store only where the row decides the object's class. Nil when the ID is of no entity of the model.
    public func object(with objectID: ObjectID) -> ManagedObject? {
        checkExecutor()
        if let known = registeredObject(for: objectID) { return known }
        guard let root = model.entity(named: objectID.root.name) else { return nil }
        return relatedObject(objectID, root)
    }

    /// The object of an ID with its row read.
    ///
    /// - Throws: `ContextError` with code `objectMissing` or `storeNotOpen`, or what the store throws.
    public func existingObject(with objectID: ObjectID) throws -> ManagedObject {
        try requireExecutor()
        try throwAccessError()
        if let known = registered(objectID), known.flags.isDisjoint(with: [.fault, .detached]) {
            guard known.flags.isDisjoint(with: [.deleted, .inaccessible]) else { throw missing(objectID) }
            return known
        }
        // A hook of the object may have reset the context, which has let it go then.
        guard let object = try readRow(of: objectID), object.flags.isDisjoint(with: [.fault, .detached]) else {
            throw missing(objectID)
        }
        return object
    }

    /// The object of an ID as one of a class; see `existingObject(with:)`.
    @inlinable
    public func existingObject<Object: ManagedObject>(with objectID: ObjectID, as type: Object.Type) throws -> Object {
        let object = try existingObject(with: objectID)
        guard let typed = object.cast(to: type) else { throw wrongClass(object, type) }
        return typed
    }

    /// The objects with unsaved changes of each kind, in no particular order.
    public var insertedObjects: [ManagedObject] { tracked.filter(\.isInserted) }
    /// Changed objects that are neither new nor deleted.
    public var updatedObjects: [ManagedObject] { tracked.filter(\.isUpdated) }
    /// Deleted objects whose deletion is not saved.
    public var deletedObjects: [ManagedObject] { tracked.filter { $0.isDeleted && !$0.flags.contains(.inserted) } }
    /// Whether there is anything to save.
    public var hasChanges: Bool { tracked.contains(where: \.hasChanges) }

    /// All objects that the context knows.
    public var registeredObjects: [ManagedObject] {
        var result: [ManagedObject] = []
        for map in maps.all { map.forEach { result.append($0) } }
        return result
    }
}
