import PolystoreModel
import PolystoreStorage

extension ManagedObjectContext {
    /// The registered object of an ID; never reads a store.
    @inline(__always)
    func registered(_ objectID: ObjectID) -> ManagedObject? { maps[objectID] }

    /// The identity map that all objects of some IDs belong to; nil when they belong to several.
    func map(ofAll objectIDs: ArraySlice<ObjectID>) -> IdentityMap? {
        guard let first = objectIDs.first,
            objectIDs.allSatisfy({ $0.store == first.store && $0.root == first.root })
        else { return nil }
        return maps.map(first.store, first.root).takeUnretainedValue()
    }

    /// The object of a row: the registered one, or a new one.
    ///
    /// A registered object keeps its values, unless it is a fault, which takes the row.
    func object(for row: RowView, in rows: RowBatch, offset: Int) -> ManagedObject {
        object(in: objectBatch(rows, row), offset: offset)
    }

    /// The same of a row that is in a batch of objects already.
    func object(in batch: ObjectBatch, offset: Int) -> ManagedObject {
        guard let row = batch.row(at: offset) else { preconditionFailure("a batch holds a row of an unknown layout") }
        if let known = maps.map(batch.store, batch.root).withObject({ $0[row.key] }) {
            if known.flags.contains(.fault) {
                known.adopt(batch, offset: offset)
                awake(known)
            }
            return known
        }
        guard let entity = batch.entity(at: offset) else { preconditionFailure("a row of an entity outside the model") }
        let objectClass = entity.withObject { classes.objectClass(of: $0) }
        let object = objectClass.init(
            adopting: ObjectStorage(batch: batch, key: row.key, offset: offset, flags: commonFlags))
        maps.insert(object)
        awake(object)
        return object
    }

    /// Registers every row of a batch and adds its object to those that were found.
    ///
    /// The common state of the rows of a batch (class, identity map, batch of objects) is looked up once: this is what
    /// a fetch spends its time in.
    func register(_ rows: RowBatch, into found: inout FetchedObjects) {
        let outer = isAwaking
        isAwaking = true
        defer { isAwaking = outer }
        let (memory, byteCount) = (rows.memory, rows.byteCount)
        guard byteCount > 0 else { return }
        found.reserve(rows.count)
        var common = commonOfRows(rows, 8)
        common.map.lookAhead(rows)
        var position = 0
        while position < byteCount {
            let offset = position + 8
            let row = memory + offset
            position = (offset + RowHeader.length(row) + 7) & ~7
            let key = memory.load(fromByteOffset: offset - 8, as: Int64.self)
            // A hook may have reset the context.
            if common.layout != RowHeader.layout(row) || common.resets != resetCount {
                common = commonOfRows(rows, offset)
            }
            if let known = common.map[key] {
                found.append(known)
                if known.flags.contains(.fault) { fulfil(known, rows, offset: offset) }
                continue
            }
            let object = common.objectClass.init(
                adopting: ObjectStorage(batch: common.batch, key: key, offset: offset, flags: common.flags))
            common.map.insert(object, key: key)
            found.append(object)
            object.awakeFromFetch()
        }
    }

    /// What the rows of one layout in a batch have in common.
    private struct CommonOfRows {
        let layout: UInt16
        let resets: Int
        let objectClass: ManagedObject.Type
        let batch: ObjectBatch
        let map: IdentityMap
        let flags: ObjectFlags
    }

    private func commonOfRows(_ rows: RowBatch, _ offset: Int) -> CommonOfRows {
        let row = rows.row(at: offset)
        guard let entity = row.layout.entity else { preconditionFailure("a row of an entity outside the model") }
        let map = maps.map(row.layout.store, row.layout.root).takeUnretainedValue()
        return CommonOfRows(
            layout: row.layout.number, resets: resetCount, objectClass: classes.objectClass(of: entity),
            batch: objectBatch(rows, row), map: map, flags: commonFlags)
    }

    /// The batch of objects around a batch of rows: one for each context and, where a save packed rows of several
    /// hierarchies together, each hierarchy.
    func objectBatch(_ rows: RowBatch, _ row: RowView) -> ObjectBatch { objectBatch(rows, root: row.layout.root) }

    /// The same for the rows of one hierarchy.
    func objectBatch(_ rows: RowBatch, root: RootNumber) -> ObjectBatch {
        if let lastBatch, lastBatch.rows === rows, lastBatch.root == root { return lastBatch }
        let batch = ObjectBatch(anchor: anchor, rows: rows, store: rows.store, root: root)
        rowBytesTaken += rows.memoryByteCount
        lastBatch = batch
        return batch
    }

    /// Gives a fault its row.
    func fulfil(_ object: ManagedObject, _ rows: RowBatch, offset: Int) {
        object.adopt(objectBatch(rows, rows.row(at: offset)), offset: offset)
        awake(object)
    }

    private func awake(_ object: ManagedObject) {
        let outer = isAwaking
        isAwaking = true
        object.awakeFromFetch()
        isAwaking = outer
    }

    /// A fault for an ID whose object is not registered.
    ///
    /// The entity must have no subentities: else the row decides the object's class, and has to be read.
    func makeFault(_ objectID: ObjectID, of entity: ModelEntity) -> ManagedObject {
        let batch = faultBatch(objectID, entity)
        let storage = ObjectStorage(
            batch: batch, key: objectID.key, offset: 0, flags: commonFlags.union([.fault, .identified]))
        let object = classes.objectClass(of: entity).init(adopting: storage)
        maps.insert(object)
        return object
    }

    private func faultBatch(_ objectID: ObjectID, _ entity: ModelEntity) -> ObjectBatch {
        let key = IdentityMaps.Key(store: objectID.store, root: objectID.root)
        if let known = faultBatches[key], known.faultEntity === entity { return known }
        // A store that is not open has no layouts here; its objects become inaccessible when they are read.
        let layouts = source.store(objectID.store)?.store.layouts ?? LayoutTable([])
        let batch = ObjectBatch(
            anchor: anchor, faultsOf: entity, layouts: layouts, store: objectID.store, root: objectID.root)
        faultBatches[key] = batch
        return batch
    }

    /// Makes an object a fault, without its values.
    func makeFault(of object: ManagedObject, _ entity: ModelEntity) {
        object.batch = faultBatch(object.identity, entity)
        object.flags.insert(.fault)
    }

    /// Lists an object among the changed ones.
    package func track(_ object: ManagedObject) {
        if isAwaking { return }
        if object.flags.isSuperset(of: [.tracked, .noted]), !object.flags.isDisjoint(with: [.inserted, .updated]) {
            object.flags.remove(.visited)
            return
        }
        if !object.flags.contains(.inserted) { object.flags.insert(.updated) }
        object.flags.remove(.visited)
        if object.flags.insert(.noted).inserted { journal.noteUpdate(of: object.identity) }
        guard object.flags.insert(.tracked).inserted else { return }
        tracked.append(object)
    }

    /// Forgets that an object was changed.
    func untrack(_ object: ManagedObject) {
        object.flags.subtract([.tracked, .inserted, .updated, .deleted, .propagated, .locked, .visited, .noted])
    }
}
