import PolystoreModel
import PolystoreStorage

/// Reads records out of a snapshot or a transaction and checks what it reads.
///
/// Not generic: code for any engine lives in another module than the engine, where a generic type's description would be
/// looked up for every row.
struct RecordReader {
    let reading: any OrderedReading
    let catalog: RecordCatalog
    /// Whether values can only be what this process wrote (`EngineLimits.keepsValuesIntact`).
    let keepsValuesIntact: Bool

    init(reading: any OrderedReading, catalog: RecordCatalog) {
        self.reading = reading
        self.catalog = catalog
        keepsValuesIntact = catalog.keepsValuesIntact
    }

    /// The row of a key, well formed and of a known layout, where it lies; nil when there is none.
    ///
    /// - Throws: `damaged` with hierarchy and key.
    func row(_ root: UInt16, _ key: Int64) throws(StoreError) -> RowView? {
        let bytes = try RecordKey.with(root, key) { (raw) throws(StoreError) in try reading.value(.records, raw) }
        guard let bytes else { return nil }
        return try view(bytes, root, key)
    }

    /// The row of a key with its checksum verified; nil when there is none.
    func verifiedRow(_ root: UInt16, _ key: Int64) throws(StoreError) -> RowView? {
        guard let row = try row(root, key) else { return nil }
        try verifyUnlessIntact(row)
        return row
    }

    /// A stored record as a row.
    @inline(__always)
    func view(_ bytes: UnsafeRawBufferPointer, _ root: UInt16, _ key: Int64) throws(StoreError) -> RowView {
        var last = LastLayout()
        return try view(bytes, root, key, &last)
    }

    /// The layout of the row that was read last, which is nearly always that of the next one.
    struct LastLayout {
        var number: UInt16 = 0
        var layout: Unmanaged<RowLayout>?
    }

    /// The same for many records of a hierarchy, one after another.
    @inline(__always)
    func view(
        _ bytes: UnsafeRawBufferPointer, _ root: UInt16, _ key: Int64, _ last: inout LastLayout
    ) throws(StoreError) -> RowView {
        guard let base = bytes.baseAddress, bytes.count >= RowHeader.size else {
            throw damaged(root, key, "the row is too short")
        }
        let number = RowHeader.layout(base)
        if last.layout == nil || last.number != number { last = try layout(number, root, key) }
        let row = last.layout.unsafelyUnwrapped.withObject { RowView(base: base, layout: $0, key: key) }
        guard keepsValuesIntact || (row.length == bytes.count && row.isWellFormed(within: bytes.count)) else {
            throw damaged(root, key, "the row is not well formed")
        }
        return row
    }

    /// The layout of a number.
    @inline(never)
    func layout(_ number: UInt16, _ root: UInt16, _ key: Int64) throws(StoreError) -> LastLayout {
        guard let known = catalog.rowLayout(number, root: root) else {
            throw damaged(root, key, "the row's layout is unknown")
        }
        return LastLayout(number: number, layout: known)
    }

    /// The object's key in the key of a record.
    @inline(__always)
    func objectKey(ofRecord key: UnsafeRawBufferPointer) throws(StoreError) -> Int64 {
        guard key.count == RecordKey.length else {
            throw catalog.error(.damaged, [.reason: "a record's key has the wrong length"])
        }
        return RecordKey.key(atEndOf: key)
    }

    /// The object's key in an index entry.
    @inline(__always)
    func objectKey(
        ofEntry key: UnsafeRawBufferPointer, _ definition: IndexDefinition
    ) throws(StoreError) -> Int64 {
        guard key.count >= IndexKey.leastLength else {
            throw catalog.error(
                .damaged,
                [.entity: definition.entity.name, .reason: "an entry of the index \(definition.text) is too short"])
        }
        return IndexKey.objectKey(key, ascending: definition.isKeyAscending)
    }

    /// Checks a row's checksum, where it can be wrong at all.
    @inline(__always)
    func verifyUnlessIntact(_ row: RowView) throws(StoreError) {
        if !keepsValuesIntact { try verify(row) }
    }

    /// Checks a row's checksum.
    func verify(_ row: RowView) throws(StoreError) {
        guard RowChecksum.verify(row) else {
            throw catalog.error(
                .damaged,
                [
                    .entity: row.layout.descriptor.entity, .object: row.objectID.description,
                    .reason: "the row's checksum is wrong",
                ])
        }
    }

    /// An error about a record.
    @inline(never)
    func damaged(_ root: UInt16, _ key: Int64, _ reason: String) -> StoreError {
        let name = catalog.roots.first { $0.value == root }?.key
        let object = name.map { ObjectID(store: catalog.store, root: $0, key: key).description }
        return catalog.error(.damaged, [.entity: name?.name, .object: object, .reason: reason])
    }
}
