import PolystoreModel
import PolystoreStorage
import Synchronization

extension ManagedObjectContext {
    /// Inserts a new object.
    ///
    /// The object has its ID at once and for life (P8); its store is the named one, else the entity's only home, else
    /// what the partition rule says of the values that the closure sets, which is why the closure runs first.
    ///
    /// - Parameters:
    ///   - objectClass: The class of the object.
    ///   - storeName: The name of the store, where the entity has several homes.
    ///   - values: Sets the first values.
    /// - Returns: The object.
    /// - Throws: `ContextError` for a class without an entity, `CoordinatorError` when no store is right, `StoreError`
    ///   when no key can be had.
    /// - Complexity: No round trip, but for one in a thousand or more inserts, which reserves keys.
    @inlinable
    @discardableResult
    public func insert<Object: ManagedObject>(
        _ objectClass: Object.Type, into storeName: String? = nil, _ values: (Object) throws -> Void = { _ in }
    ) throws -> Object {
        var inserted: Object?
        try insertObject(of: objectClass, into: storeName) { object in
            guard let object = object.cast(to: objectClass) else { throw wrongClass(object, objectClass) }
            try values(object)
            inserted = object
        }
        guard let inserted else { preconditionFailure("an object was inserted without its values") }
        return inserted
    }

    @usableFromInline func insertObject(
        of objectClass: ManagedObject.Type, into storeName: String?, _ values: (ManagedObject) throws -> Void
    ) throws {
        guard let entity = classes.entity(of: objectClass) else {
            throw ContextError(.unknownEntity, [.entity: "\(objectClass)"])
        }
        _ = try insertObject(entity, into: storeName, values)
    }

    @usableFromInline func wrongClass(_ object: ManagedObject, _ expected: ManagedObject.Type) -> any Error {
        ContextError(.wrongClass, [.entity: object.entity.name, .expected: "\(expected)"])
    }

    /// Inserts a new object of an entity, for programs without classes.
    @discardableResult
    public func insert(
        entity name: String, into storeName: String? = nil, _ values: (ManagedObject) throws -> Void = { _ in }
    ) throws -> ManagedObject {
        guard let entity = model.entity(named: name) else { throw ContextError(.unknownEntity, [.entity: name]) }
        return try insertObject(entity, into: storeName, values)
    }

    private func insertObject(
        _ entity: ModelEntity, into storeName: String?, _ values: (ManagedObject) throws -> Void
    ) throws -> ManagedObject {
        try requireExecutor()
        guard !entity.isAbstract else { throw ContextError(.abstractEntity, [.entity: entity.name]) }
        // With several homes the closure's values may decide, so the object gets its ID only after it has run.
        let sole = storeName == nil ? soleHome(of: entity) : nil
        let isUndecided = sole == nil && coordinator.homes(of: entity).count > 1
        let named = try storeName.map { try coordinator.home(for: entity, storeName: $0) { _ in .missing } }
        let store =
            try sole ?? named
            ?? (isUndecided
                ? provisionalHome(of: entity)
                : coordinator.home(for: entity, storeName: nil) { _ in .missing })
        let key = isUndecided ? provisionalKey() : try newKey(for: entity, in: store)
        let object = try makeInserted(entity, store, key)
        do {
            try values(object)
            if isUndecided {
                let home = try named ?? coordinator.home(for: entity, storeName: nil) { object.taggedValue(of: $0) }
                try rehome(object, to: home)
            }
        } catch {
            discardInserted(object)
            throw error
        }
        return object
    }

    /// Where an object is as long as its home is not decided.
    private func provisionalHome(of entity: ModelEntity) -> StoreNumber {
        let homes = coordinator.homes(of: entity)
        return (homes.first { $0.access == .readWrite } ?? homes[0]).number
    }

    /// A key for an object that has no home yet; never written.
    private func provisionalKey() -> Int64 {
        nextProvisionalKey -= 1
        return nextProvisionalKey
    }

    /// Gives an inserted object its home in another store, while its ID has not been read.
    ///
    /// - Throws: `ContextError` with code `storeFixed` when the ID was read or saved.
    func rehome(_ object: ManagedObject, to store: StoreNumber) throws {
        let entity = object.entity
        guard object.flags.contains(.inserted), !object.flags.contains(.identified) else {
            throw ContextError(.storeFixed, [.entity: entity.name])
        }
        if object.batch.store == store, object.key > 0 { return }
        let key = try newKey(for: entity, in: store)
        let links = takeLinks(of: object)
        maps.remove(object)
        journal.withdrawInsertion(of: object.identity)
        let values = object.changedRow
        let storage = try insertStorage(entity, store, key)
        object.batch = storage.batch
        object.offset = storage.offset
        object.key = key
        object.changedRow = nil
        maps.insert(object)
        journal.noteInsertion(of: object.identity)
        if let values, let row = object.writableRow() {
            for attribute in entity.attributes {
                let index = row.layout.index(of: attribute.key)
                if index >= 0 { try row.set(values.view.value(for: attribute.key), at: index) }
            }
        }
        restoreLinks(links, of: object)
        object.flags.remove(.identified)
    }

    /// Moves a new object to a named store, where its entity has several homes.
    ///
    /// - Throws: `ContextError` with code `storeFixed` once the object's ID was read, linked or saved.
    public func assign(_ object: ManagedObject, to storeName: String) throws {
        let store = try coordinator.home(for: object.entity, storeName: storeName) { _ in .missing }
        if object.batch.store == store, object.key > 0 { return }
        guard !isLinked(object) else { throw ContextError(.storeFixed, [.entity: object.entity.name]) }
        try rehome(object, to: store)
    }

    /// The storage of an object that is inserted by its initialiser, which cannot throw: without a key it gets a negative
    /// one and the next save fails.
    func makeInsertStorage(for objectClass: ManagedObject.Type) -> ObjectStorage {
        guard let entity = classes.entity(of: objectClass), !entity.isAbstract else {
            preconditionFailure("\(objectClass) stands for no concrete entity of the context's model")
        }
        guard mayWrite() else { return keylessStorage(entity, flags: .detached) }
        do {
            let store =
                try soleHome(of: entity)
                ?? coordinator.home(for: entity, storeName: nil) { _ in .missing }
            let key = try newKey(for: entity, in: store)
            return try insertStorage(entity, store, key)
        } catch {
            recordAccessError(error)
            return keylessStorage(entity)
        }
    }

    /// Registers an object that its initialiser made.
    func adoptInserted(_ object: ManagedObject) {
        if object.flags.contains(.detached) { return }
        register(inserted: object)
    }

    private func makeInserted(_ entity: ModelEntity, _ store: StoreNumber, _ key: Int64) throws -> ManagedObject {
        let object = classes.objectClass(of: entity).init(adopting: try insertStorage(entity, store, key))
        register(inserted: object)
        return object
    }

    /// Registers a new object under the key that a child context gave it.
    func adoptImported(_ entity: ModelEntity, _ store: StoreNumber, _ key: Int64) throws -> ManagedObject {
        let object = classes.objectClass(of: entity).init(adopting: try insertStorage(entity, store, key))
        maps.insert(object)
        tracked.append(object)
        journal.noteInsertion(of: object.identity)
        journal.noteArrival(of: object)
        return object
    }

    private func register(inserted object: ManagedObject) {
        maps.insert(object)
        tracked.append(object)
        journal.noteInsertion(of: object.identity)
        journal.noteArrival(of: object)
        object.awakeFromInsert()
    }

    private func insertStorage(_ entity: ModelEntity, _ store: StoreNumber, _ key: Int64) throws -> ObjectStorage {
        ObjectStorage(
            batch: try defaultBatch(entity, store), key: key, offset: 8,
            flags: commonFlags.union([.inserted, .tracked, .noted]))
    }

    /// The batch of the row that new objects of an entity start from.
    private func defaultBatch(_ entity: ModelEntity, _ store: StoreNumber) throws -> ObjectBatch {
        if let known = defaultBatches[entity.index], known.store == store { return known }
        let rows = try defaultRow(entity, store)
        let batch = ObjectBatch(anchor: anchor, rows: rows, store: store, root: entity.rootNumber)
        defaultBatches[entity.index] = batch
        return batch
    }

    /// A key that no object ever had, from a range that the context took for itself.
    private func newKey(for entity: ModelEntity, in store: StoreNumber) throws -> Int64 {
        let generation = coordinator.generation.load(ordering: .relaxed)
        if let key = reservedKeys[entity.index].take(of: store, generation: generation) { return key }
        let count = reservedKeys[entity.index].nextCount(of: store)
        let range = try coordinator.newKeys(for: entity, in: store, count: count)
        reservedKeys[entity.index].add(range, of: store)
        return range.lowerBound
    }

    private func keylessStorage(_ entity: ModelEntity, flags: ObjectFlags = []) -> ObjectStorage {
        let rows = EmptyRows.batch(for: entity, layouts: LayoutTable([]), key: 0)
        let batch = ObjectBatch(anchor: anchor, rows: rows, store: .none, root: entity.rootNumber)
        let key = flags.contains(.detached) ? 0 : provisionalKey()
        let state = flags.union([.inserted, .tracked, .noted, .keyless])
        return ObjectStorage(batch: batch, key: key, offset: 8, flags: state)
    }

    /// The row that new objects of an entity start from: the defaults, shared, at offset 8.
    func defaultRow(_ entity: ModelEntity, _ store: StoreNumber) throws -> RowBatch {
        let key = DefaultRowKey(store: store, entity: entity.index)
        if let known = defaultRows[key] { return known }
        guard let attached = coordinator.store(store), let layout = coordinator.layout(for: entity, in: store) else {
            throw ContextError(.storeNotOpen, [.entity: entity.name])
        }
        let row = try MutableRow.ofDefaults(entity, layout)
        let builder = RowBatchBuilder(layouts: attached.store.layouts, expectedBytes: 512)
        builder.append(packing: row, version: 0)
        guard let batch = builder.takeBatches().first else { preconditionFailure("a row was added") }
        defaultRows[key] = batch
        return batch
    }

    /// Takes back an object whose insertion failed.
    func discardInserted(_ object: ManagedObject) {
        maps.remove(object)
        tracked.removeAll { $0 === object }
        journal.withdrawInsertion(of: object.identity)
        journal.withdrawArrival(of: object)
        // Links of others that no inverse has told it of.
        clearLinks(to: object.identity)
        forgetLinks(of: object)
        untrack(object)
        object.flags.insert(.detached)
    }
}
