import PolystoreModel
import PolystoreStorage

/// Compares everything that a store holds with everything else: rows with their checksums, index entries with rows, pairs
/// with their other direction, references with their targets.
struct RecordCheck {
    let reader: RecordReader
    private(set) var summary = StoreCheck.Summary()
    private var key: [UInt8] = []

    init(reader: RecordReader) { self.reader = reader }

    private var catalog: RecordCatalog { reader.catalog }

    /// Each row: its form, checksum, index entries, large data and references.
    mutating func rows(_ visit: (StoreCheck.Finding) -> Void) throws(StoreError) {
        try reader.reading.scan(.records, .all, .forward) { (key, value) throws(StoreError) in
            guard key.count == RecordKey.length else {
                visit(StoreCheck.Finding(.damage, [.reason: "a record's key has the wrong length"]))
                return true
            }
            let root = UInt16(bigEndian: key.loadUnaligned(as: UInt16.self))
            do throws(StoreError) {
                let row = try reader.view(value, root, RecordKey.key(atEndOf: key))
                try reader.verify(row)
                summary.rows += 1
                summary.rowsByEntity[row.layout.descriptor.entity, default: 0] += 1
                try checkParts(of: row, root, visit)
            } catch {
                guard error.code == .damaged else { throw error }
                visit(StoreCheck.Finding(.damage, error.details))
            }
            return true
        }
    }

    private mutating func checkParts(
        of row: RowView, _ root: UInt16, _ visit: (StoreCheck.Finding) -> Void
    ) throws(StoreError) {
        guard let layout = catalog.layout(row.layout.number) else { return }
        for binding in layout.bindings {
            binding.makeKey(row, &key)
            if try value(.indexes, key) == nil {
                visit(finding(.indexMismatch, row, nil, "the index \(binding.definition.text) lacks the row"))
            }
        }
        for slot in row.layout.slots where !row.isMissing(slot) {
            if slot.kind.isReference {
                try checkReference(row, slot, visit)
            } else if let data = row.deferredData(slot) {
                let bytes = try value(.data, RecordKey.data(root, row.key, property: slot.key.name))
                if bytes.map(data.matches) != true {
                    visit(finding(.damage, row, slot, "large data is missing or not what was saved"))
                }
            }
        }
    }

    private mutating func checkReference(
        _ row: RowView, _ slot: RowSlot, _ visit: (StoreCheck.Finding) -> Void
    ) throws(StoreError) {
        guard let target = row.reference(slot) else {
            visit(finding(.damage, row, slot, "the reference names a store that was never known"))
            return
        }
        if try !isThere(target) { visit(finding(.danglingReference, row, slot, "the object is not there")) }
    }

    /// Whether an object of this store is there; one of another store is noted for the coordinator.
    private mutating func isThere(_ target: ObjectID) throws(StoreError) -> Bool {
        guard target.store == catalog.store else {
            summary.outgoing[target, default: 0] += 1
            return true
        }
        guard let root = catalog.number(of: target.root) else { return false }
        return try RecordKey.with(root, target.key) { (raw) throws(StoreError) in
            try reader.reading.value(.records, raw) != nil
        }
    }

    /// Each index entry: the row that it stands for.
    mutating func entries(_ visit: (StoreCheck.Finding) -> Void) throws(StoreError) {
        for definition in catalog.definitions {
            guard let root = catalog.number(of: definition.entity.rootNumber) else { continue }
            var prefix: [UInt8] = []
            KeyEncoding.append(definition.number, to: &prefix)
            try reader.reading.scan(.indexes, KeyRange(prefix: prefix), .forward) { (entry, _) throws(StoreError) in
                let objectKey: Int64
                do throws(StoreError) {
                    objectKey = try reader.objectKey(ofEntry: entry, definition)
                } catch {
                    visit(StoreCheck.Finding(.damage, error.details))
                    return true
                }
                if try !isFound(entry, definition, root, objectKey) {
                    let object = ObjectID(store: catalog.store, root: definition.entity.rootNumber, key: objectKey)
                    visit(
                        StoreCheck.Finding(
                            .indexMismatch,
                            [
                                .entity: definition.entity.name, .object: object.description,
                                .reason: "an entry of the index \(definition.text) has no row",
                            ]))
                }
                return true
            }
        }
    }

    private mutating func isFound(
        _ entry: UnsafeRawBufferPointer, _ definition: IndexDefinition, _ root: UInt16, _ objectKey: Int64
    ) throws(StoreError) -> Bool {
        let row: RowView?
        do throws(StoreError) {
            row = try reader.row(root, objectKey)
        } catch {
            guard error.code == .damaged else { throw error }
            // The row itself was reported already.
            return true
        }
        guard let row, let layout = catalog.layout(row.layout.number),
            let binding = layout.bindings.first(where: { $0.definition.number == definition.number })
        else { return false }
        binding.makeKey(row, &key)
        return key.elementsEqual(entry)
    }

    /// Each pair: its other direction and both its ends.
    mutating func links(_ visit: (StoreCheck.Finding) -> Void) throws(StoreError) {
        for (join, number) in catalog.joins {
            for forward in [true, false] {
                let range = KeyRange(prefix: LinkKey.prefix(number, forward: forward))
                try reader.reading.scan(.links, range, .forward) { (entry, value) throws(StoreError) in
                    try checkPair(entry, value, join, number, forward, visit)
                    return true
                }
            }
        }
    }

    private mutating func checkPair(
        _ entry: UnsafeRawBufferPointer, _ orders: UnsafeRawBufferPointer, _ join: ModelJoin, _ number: UInt16,
        _ forward: Bool, _ visit: (StoreCheck.Finding) -> Void
    ) throws(StoreError) {
        guard entry.count == LinkKey.length, LinkKey.orders(orders) != nil else {
            visit(StoreCheck.Finding(.damage, [.property: join.name, .reason: "a pair is not readable"]))
            return
        }
        let (near, far) = (LinkKey.near(entry), LinkKey.far(entry))
        let other = try value(.links, LinkKey.bytes(number, forward: !forward, near: far, far: near))
        if other.map({ $0.elementsEqual(orders) }) != true {
            visit(
                StoreCheck.Finding(.indexMismatch, [.property: join.name, .reason: "a pair is in one direction only"]))
        }
        guard forward else { return }
        summary.links += 1
        let ends = [(near, join.forward.entity.rootNumber), (far, join.forward.destination.rootNumber)]
        for (end, root) in ends {
            guard let object = catalog.object(end, root: root) else {
                visit(StoreCheck.Finding(.damage, [.property: join.name, .reason: "a pair names an unknown store"]))
                continue
            }
            if try isThere(object) { continue }
            visit(
                StoreCheck.Finding(
                    .danglingReference,
                    [.property: join.name, .object: object.description, .reason: "the object is not there"]))
        }
    }

    private func value(_ table: EngineTable, _ key: [UInt8]) throws(StoreError) -> UnsafeRawBufferPointer? {
        try key.withUnsafeBytesTyped { (raw) throws(StoreError) in try reader.reading.value(table, raw) }
    }

    private func finding(
        _ kind: StoreCheck.Finding.Kind, _ row: RowView, _ slot: RowSlot?, _ reason: String
    ) -> StoreCheck.Finding {
        StoreCheck.Finding(
            kind,
            [
                .entity: row.layout.descriptor.entity, .object: row.objectID.description,
                .property: slot?.key.name, .reason: reason,
            ])
    }
}
