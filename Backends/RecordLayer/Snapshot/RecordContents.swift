import Foundation
import PolystoreModel
import PolystoreStorage

/// The contents of a snapshot of a record store, read while the engine keeps it where it is.
struct RecordContents {
    let snapshot: any OrderedSnapshot
    let catalog: RecordCatalog
    let reader: RecordReader

    init(snapshot: any OrderedSnapshot, catalog: RecordCatalog) {
        self.snapshot = snapshot
        self.catalog = catalog
        reader = RecordReader(reading: snapshot, catalog: catalog)
    }

    func rows(_ root: RootNumber, keys: [Int64], _ receive: (RowBatch) -> Bool) throws(StoreError) {
        guard let number = catalog.number(of: root) else { return }
        let builder = RowBatchBuilder(layouts: catalog.layouts, expectedBytes: keys.count * 128)
        let isOpen = try RowGathering(reader, number).read(keys[...]) { (row) throws(StoreError) in
            try deliver(row, builder, receive)
        }
        if isOpen { _ = hand(builder.takeBatches(), receive) }
    }

    func links(_ join: ModelJoin, from objects: [ObjectID], forward: Bool) throws(StoreError) -> [JoinLink] {
        guard let number = catalog.number(of: join) else {
            throw catalog.error(
                .unsupported, [.property: join.name, .reason: "the store does not keep the relationship's pairs"])
        }
        let sourceRoot = join.forward.entity.rootNumber
        let targetRoot = join.forward.destination.rootNumber
        let (nearRoot, farRoot) = forward ? (sourceRoot, targetRoot) : (targetRoot, sourceRoot)
        var links: [JoinLink] = []
        for object in objects {
            guard let near = catalog.knownEnd(object, root: nearRoot) else { continue }
            let range = KeyRange(prefix: LinkKey.prefix(number, forward: forward, near: near))
            try snapshot.scan(.links, range, .forward) { (key, value) throws(StoreError) in
                guard key.count == LinkKey.length, let orders = LinkKey.orders(value),
                    let far = catalog.object(LinkKey.far(key), root: farRoot)
                else { throw catalog.error(.damaged, [.property: join.name, .object: object.description]) }
                links.append(
                    JoinLink(
                        source: forward ? object : far, target: forward ? far : object, targetOrder: orders.target,
                        sourceOrder: orders.source))
                return true
            }
        }
        return links
    }

    func deferredData(
        _ root: RootNumber, key: Int64, version: UInt32, property: PropertyKey
    ) throws(StoreError) -> Data? {
        guard let number = catalog.number(of: root), let row = try reader.verifiedRow(number, key),
            row.version == version
        else { return nil }
        let index = row.layout.index(of: property)
        guard index >= 0, !row.isMissing(row.layout.slots[index]) else { return nil }
        let slot = row.layout.slots[index]
        guard let description = row.deferredData(slot) else { return Data(row.variable(slot)) }
        let bytes = try RecordKey.data(number, key, property: property.name).withUnsafeBytesTyped {
            (raw) throws(StoreError) in try snapshot.value(.data, raw)
        }
        guard let bytes, description.matches(bytes) else {
            throw catalog.error(
                .damaged,
                [
                    .entity: row.layout.descriptor.entity, .object: row.objectID.description, .property: property.name,
                    .reason: "large data is missing or not what was saved",
                ])
        }
        return Data(bytes)
    }

    /// Verifies a row and copies it into a batch, hands out what is full, and says whether more is wanted.
    @inline(__always)
    func deliver(
        _ row: RowView, _ builder: RowBatchBuilder, _ receive: (RowBatch) -> Bool
    ) throws(StoreError) -> Bool {
        try reader.verifyUnlessIntact(row)
        builder.append(row)
        return !builder.hasFullBatch || hand(builder.takeFullBatches(), receive)
    }

    /// Hands batches out until the receiver returns false, and says whether it wants more.
    func hand(_ batches: [RowBatch], _ receive: (RowBatch) -> Bool) -> Bool { batches.allSatisfy(receive) }
}
