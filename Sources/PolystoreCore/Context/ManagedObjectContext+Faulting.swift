import Foundation
import PolystoreModel
import PolystoreStorage

extension ManagedObjectContext {
    /// Reads the row of a fault; when that fails, the object becomes inaccessible.
    func fire(_ object: ManagedObject) {
        do {
            try noteFault(object.entity, nil)
            try readRow(of: object.identity)
            guard object.flags.contains(.fault) else { return }
            object.becomeInaccessible(missing(object.identity))
        } catch {
            object.becomeInaccessible(error)
        }
    }

    /// Reads the row of an ID and gives it to its registered fault, or registers a new object.
    ///
    /// - Returns: The object; nil when there is no row.
    @discardableResult
    func readRow(of objectID: ObjectID) throws -> ManagedObject? {
        var place: (batch: ObjectBatch, offset: Int)?
        try source.row(of: objectID) { row, layouts in
            let map = maps.map(row.layout.store, row.layout.root)
            let added = map.withObject { $0.singleRows.add(row, layouts, anchor) }
            if added.isNew { rowBytesTaken += added.batch.rows?.memoryByteCount ?? 0 }
            place = (added.batch, added.offset)
        }
        return place.map { object(in: $0.batch, offset: $0.offset) }
    }

    /// Reads rows of IDs and gives them to registered faults, or registers new objects.
    func readRows(of objectIDs: [ObjectID]) throws {
        try source.rows(of: objectIDs) { batch in
            take(batch)
            return true
        }
    }

    /// Registers every row of a batch.
    func take(_ batch: RowBatch) {
        var found = FetchedObjects()
        register(batch, into: &found)
    }

    func missing(_ objectID: ObjectID) -> ContextError {
        let place: ErrorDetails = [.entity: objectID.root.name, .object: objectID.description]
        guard let store = source.store(objectID.store) else { return ContextError(.storeNotOpen, place) }
        var details = place
        details[.store] = store.name
        return ContextError(.objectMissing, details)
    }

    /// Reads the rows of all faults among some objects, in one round trip for each store and hierarchy.
    ///
    /// - Throws: The stores' errors; `ContextError` with code `objectMissing` when a row is gone.
    public func fulfill(_ objects: some Sequence<ManagedObject>) throws {
        let faults = objects.filter(\.isFault)
        try readRows(of: faults.map(\.identity))
        for object in faults where object.isFault { throw missing(object.identity) }
    }

    /// The object of a related ID: registered, a fault, or read at once where its row decides its class.
    func relatedObject(_ objectID: ObjectID, _ relationship: ModelRelationship) -> ManagedObject? {
        relatedObject(objectID, relationship.destination)
    }

    func relatedObject(_ objectID: ObjectID, _ entity: ModelEntity) -> ManagedObject? {
        if let known = registered(objectID) { return known.flags.contains(.detached) ? nil : known }
        if entity.subentities.isEmpty, !entity.isAbstract { return makeFault(objectID, of: entity) }
        do {
            try noteFault(entity, nil)
            try readRow(of: objectID)
        } catch {
            recordAccessError(error)
        }
        if let known = registered(objectID) { return known }
        guard let stand = entity.concreteFamily.first else { return nil }
        let object = makeFault(objectID, of: stand)
        object.becomeInaccessible(missing(objectID))
        return object
    }

    /// The objects of related IDs, with one round trip for all whose rows must be read.
    func relatedObjects(_ objectIDs: [ObjectID], _ relationship: ModelRelationship) -> [ManagedObject] {
        relatedObjects(objectIDs, of: relationship.destination)
    }

    /// The objects of IDs that are taken for an entity.
    func relatedObjects(_ objectIDs: [ObjectID], of entity: ModelEntity) -> [ManagedObject] {
        if !entity.subentities.isEmpty || entity.isAbstract {
            let unknown = objectIDs.filter { registered($0) == nil }
            if unknown.count > 1 {
                do {
                    try readRows(of: unknown)
                } catch {
                    recordAccessError(error)
                }
            }
        }
        var objects: [ManagedObject] = []
        objects.reserveCapacity(objectIDs.count)
        var start = 0
        while start < objectIDs.count {
            let some = objectIDs[start..<min(start + IdentityMap.most, objectIDs.count)]
            start = some.endIndex
            if let map = map(ofAll: some), map.append(some, to: &objects) { continue }
            for objectID in some {
                if let known = registered(objectID), !known.flags.contains(.detached) {
                    objects.append(known)
                } else if let object = relatedObject(objectID, entity) {
                    objects.append(object)
                }
            }
        }
        return objects
    }

    /// The members of a to-many relationship, read from the source when they are not known.
    func members(of owner: ManagedObject, _ relationship: ModelRelationship) -> [ObjectID] {
        let key = ToManyKey(owner.identity, relationship.key)
        if let members = toMany[key]?.members { return members }
        do {
            if !owner.flags.contains(.inserted) { try noteFault(relationship.entity, relationship) }
            try materialize(relationship, of: [owner])
        } catch {
            owner.becomeInaccessible(error)
            return []
        }
        return toMany[key]?.members ?? []
    }

    /// Whether an object is a member, without reading the relationship where that is known.
    func isMember(_ object: ObjectID, of owner: ManagedObject, _ relationship: ModelRelationship) -> Bool {
        let key = ToManyKey(owner.identity, relationship.key)
        if let known = toMany[key, default: ToManyState()].contains(object) { return known }
        if relationship.form == .inverseReference, let inverse = relationship.inverse, let member = registered(object) {
            return member.reference(of: inverse) == owner.identity
        }
        _ = members(of: owner, relationship)
        return toMany[key]?.contains(object) ?? false
    }

    /// Reads a to-many relationship of several objects, in one round trip.
    func materialize(_ relationship: ModelRelationship, of owners: [ManagedObject]) throws {
        let unread = owners.filter { toMany[ToManyKey($0.identity, relationship.key)]?.isFault ?? true }
        let saved = unread.filter { !$0.flags.contains(.inserted) }.map(\.identity)
        var members = MemberLists(of: unread.map(\.identity))
        var orders = [[ObjectID: Int64]](repeating: [:], count: relationship.isOrdered ? unread.count : 0)
        if !saved.isEmpty, relationship.form != .transient {
            try source.members(of: relationship, owners: saved) { batch in
                take(batch)
                return true
            } _: { found in
                guard let place = members.append(found.member, to: found.owner) else { return }
                if !orders.isEmpty { orders[place][found.member] = found.order }
            }
        }
        let mayBeGone = !tracked.isEmpty
        for (place, owner) in unread.enumerated() {
            var ids = members.take(place)
            var known: [ObjectID: Int64] = [:]
            if relationship.isOrdered {
                known = orders[place]
                ids = ids.sorted().sorted(byNumber: { known[$0] ?? 0 })
            }
            toMany[ToManyKey(owner.identity, relationship.key), default: ToManyState()].materialize(
                ids, orders: known, deleted: mayBeGone ? Set(ids.filter(isGone)) : [],
                isOrdered: relationship.isOrdered)
        }
    }

    /// Whether the context deleted an object.
    ///
    /// Where changes have to be taken back, a deleted object is a member until delete rules are applied, which take it out:
    /// its place has to be known.
    private func isGone(_ objectID: ObjectID) -> Bool {
        let isGone: ObjectFlags =
            journal.keepsProperties && journal.isReversible ? [.propagated, .detached] : [.deleted, .detached]
        return registered(objectID).map { !$0.flags.isDisjoint(with: isGone) } ?? false
    }

    /// The object of a to-one relationship that rows do not keep: found through the other side.
    func unstoredReference(of object: ManagedObject, _ relationship: ModelRelationship) -> ObjectID? {
        guard !relationship.isTransient, let inverse = relationship.inverse, !object.flags.contains(.inserted) else {
            return nil
        }
        do {
            try noteFault(relationship.entity, relationship)
            var found: ObjectID?
            try source.rows(referencing: object.identity, through: inverse) { batch in
                take(batch)
                found = found ?? batch.first { _ in true }?.objectID
                return true
            }
            object.madeOverlay().unstoredReferences[relationship.key] = .some(found)
            ownersWithUnstoredReferences.insert(object.identity)
            return found
        } catch {
            object.becomeInaccessible(error)
            return nil
        }
    }

    /// Reads data that a row keeps out, and checks it.
    func deferredData(
        of object: ObjectID, version: UInt32, property: PropertyKey, _ expected: DeferredData
    ) throws -> Data {
        let read = try source.deferredData(of: object, version: version, property: property)
        guard let data = try read ?? unchangedDeferredData(of: object, property, expected) else {
            throw missing(object)
        }
        guard data.withUnsafeBytes({ expected.matches($0) }) else {
            throw StoreError(.damaged, [.object: object.description, .property: property.name])
        }
        return data
    }

    /// Data of an object whose row other contexts have saved since, where they left the data as it was.
    private func unchangedDeferredData(
        of object: ObjectID, _ property: PropertyKey, _ expected: DeferredData
    ) throws -> Data? {
        var version: UInt32?
        try source.rows(of: [object]) { batch in
            for row in batch {
                let index = row.layout.index(of: property)
                if index >= 0, row.deferredData(row.layout.slots[index]) == expected { version = row.version }
            }
            return false
        }
        return try version.flatMap { try source.deferredData(of: object, version: $0, property: property) }
    }
}
