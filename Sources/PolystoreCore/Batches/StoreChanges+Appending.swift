import PolystoreModel
import PolystoreStorage

extension StoreChanges {
    /// Adds other rows of the same store, and puts all into the order in which a store takes them.
    mutating func append(_ other: StoreChanges) {
        Self.merge(&inserts, other.inserts)
        Self.merge(&updates, other.updates)
        Self.merge(&tombstones, other.tombstones)
        let isOrdered = deletes.last.map { last in other.deletes.first.map { last.place < $0.place } ?? true } ?? true
        deletes += other.deletes
        if !isOrdered { deletes.sort { $0.place < $1.place } }
        links += other.links
    }

    private static func merge(_ rows: inout [Row], _ other: [Row]) {
        guard let first = other.first else { return }
        let isOrdered = rows.last.map { $0.place < first.place } ?? true
        rows += other
        if !isOrdered { rows.sort { $0.place < $1.place } }
    }
}

extension StoreChanges.Row {
    fileprivate var place: (Int, Int64) { (view.layout.entity?.index ?? 0, view.key) }
}

extension StoreChanges.Mark {
    fileprivate var place: (Int, Int64) { (entity.index, key) }
}
