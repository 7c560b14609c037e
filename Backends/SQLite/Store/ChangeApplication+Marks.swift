import PolystoreModel
import PolystoreStorage

extension ChangeApplication {
    /// The highest key of each hierarchy among those that this store did not give out, as those of a copied graph are.
    ///
    /// The usual save has none. The rows come sorted by entity and key.
    func unreservedKeys(_ rows: [StoreChanges.Row]) -> [RootNumber: Int64] {
        var highest: [RootNumber: Int64] = [:]
        var end = rows.count
        while end > 0 {
            // The last row of an entity has its highest key, and most saves insert objects of one.
            let last = rows[end - 1].view
            let (root, key) = (last.layout.root, last.key)
            if key >= store.reserved[root.rawValue]?.upperBound ?? 0 { highest[root] = max(highest[root] ?? key, key) }
            if rows[0].view.isLaidOut(by: last.layout) { break }
            repeat { end -= 1 } while end > 0 && rows[end - 1].view.isLaidOut(by: last.layout)
        }
        return highest
    }

    /// Remembers keys that were not reserved here, so that the next reservation goes beyond them although their rows may be
    /// gone by then, and raises the marks below them.
    func raiseMarks(_ highest: [RootNumber: Int64]) throws(StoreError) {
        if highest.isEmpty { return }
        let marks = KeyMarks(connection: connection, schema: context.schema)
        for (root, key) in highest {
            store.unreservedKeys[root.rawValue] = max(store.unreservedKeys[root.rawValue] ?? 0, key)
            guard let table = context.schema.table(root), try marks.mark(table) < key else { continue }
            try marks.setMark(table, key)
        }
    }
}
