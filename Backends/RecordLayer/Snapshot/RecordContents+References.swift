import PolystoreModel
import PolystoreStorage

extension RecordContents {
    /// From how many objects on the rows that refer to them are put in order before they are read.
    private static let many = 16

    func rows(
        referencing objects: [ObjectID], through relationship: ModelRelationship, _ receive: (RowBatch) -> Bool
    ) throws(StoreError) {
        guard let definition = catalog.index(of: relationship),
            let root = catalog.number(of: relationship.entity.rootNumber)
        else {
            throw catalog.error(
                .unsupported, [.property: relationship.name, .reason: "the store does not keep the references"])
        }
        if objects.count >= Self.many {
            let keys = try keys(referencing: objects, relationship, definition)
            try rows(root, keys, receive)
            return
        }
        let builder = RowBatchBuilder(layouts: catalog.layouts)
        func take(_ row: RowView) throws(StoreError) -> Bool { try deliver(row, builder, receive) }
        let gathering = RowGathering(reader, root)
        var isOpen = true
        try scan(objects, relationship, definition) { (key) throws(StoreError) in
            if gathering.add(key, wanted: .max) { isOpen = try gathering.read(take) }
            return isOpen
        }
        if isOpen { isOpen = try gathering.read(take) }
        if isOpen { _ = hand(builder.takeBatches(), receive) }
    }

    /// The keys of the objects that refer to some objects.
    private func keys(
        referencing objects: [ObjectID], _ relationship: ModelRelationship, _ definition: IndexDefinition
    ) throws(StoreError) -> [Int64] {
        var keys: [Int64] = []
        try scan(objects, relationship, definition) { key in
            keys.append(key)
            return true
        }
        return keys
    }

    /// Visits the entries that refer to some objects.
    private func scan(
        _ objects: [ObjectID], _ relationship: ModelRelationship, _ definition: IndexDefinition,
        _ visit: (Int64) throws(StoreError) -> Bool
    ) throws(StoreError) {
        let reader = reader
        var head: [UInt8] = []
        KeyEncoding.append(definition.number, to: &head)
        head.append(KeyEncoding.present)
        var isStopped = false
        for object in objects where !isStopped {
            guard let peer = catalog.peer(of: object, destination: relationship.destination.rootNumber) else {
                continue
            }
            var prefix = head
            KeyEncoding.append(reference: object.key, peer: peer, to: &prefix)
            try snapshot.scan(.indexes, KeyRange(prefix: prefix), .forward) { (key, _) throws(StoreError) in
                isStopped = try !visit(reader.objectKey(ofEntry: key, definition))
                return !isStopped
            }
        }
    }

    /// Hands out the rows of many keys.
    ///
    /// Where most rows between the first and the last are meant, they are found by walking over all of these, and handed out
    /// in the order in which the keys were given: what belongs to one object then lies together. Others are looked up in
    /// the order of keys, which is the order in which they lie.
    private func rows(_ root: UInt16, _ keys: [Int64], _ receive: (RowBatch) -> Bool) throws(StoreError) {
        let builder = RowBatchBuilder(
            layouts: catalog.layouts, expectedBytes: min(keys.count * 128, RowBatchBuilder.batchSize))
        func take(_ row: RowView) throws(StoreError) -> Bool { try deliver(row, builder, receive) }
        if let places = KeyPlaces(keys) {
            for (key, value) in zip(keys, try values(root, keys, places)) where value.baseAddress != nil {
                guard try take(try reader.view(value, root, key)) else { return }
            }
        } else {
            guard try RowGathering(reader, root).read(keys.sorted()[...], take) else { return }
        }
        _ = hand(builder.takeBatches(), receive)
    }

    /// The records of keys that lie close together, in their places; empty for keys without a record.
    private func values(
        _ root: UInt16, _ keys: [Int64], _ places: KeyPlaces
    ) throws(StoreError) -> [UnsafeRawBufferPointer] {
        let reader = reader
        var values = [UnsafeRawBufferPointer](
            repeating: UnsafeRawBufferPointer(start: nil, count: 0), count: keys.count)
        let upper = KeyRange.successor(of: RecordKey.bytes(root, places.highest))
        let range = KeyRange(lower: RecordKey.bytes(root, places.lowest), upper: upper)
        try snapshot.scan(.records, range, .forward) { (bytes, value) throws(StoreError) in
            if let place = places.place(of: try reader.objectKey(ofRecord: bytes)) { values[place] = value }
            return true
        }
        return values
    }
}
