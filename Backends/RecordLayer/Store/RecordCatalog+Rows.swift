import PolystoreModel
import PolystoreStorage

extension RecordCatalog {
    /// The layout of a row that is to be written.
    func layout(of row: RowView) throws(StoreError) -> RecordLayout {
        guard let known = layout(RowHeader.layout(row.base)), row.isLaidOut(by: known.layout) else {
            throw error(
                .unsupported, [.entity: row.layout.descriptor.entity, .reason: "the row is of another store's layout"])
        }
        return known
    }

    /// The number of the hierarchy of what is to be deleted.
    func root(of mark: StoreChanges.Mark) throws(StoreError) -> UInt16 {
        guard let root = number(of: mark.entity.rootNumber) else {
            throw error(.unsupported, [.entity: mark.entity.name, .reason: "the entity does not live here"])
        }
        return root
    }

    /// Calls a closure with each change where it lies, its row, and the row's layout, which is looked up once for rows that
    /// follow each other.
    func eachRow(
        _ rows: [StoreChanges.Row],
        _ body: (UnsafePointer<StoreChanges.Row>, RowView, RecordLayout) throws(StoreError) -> Void
    ) throws(StoreError) {
        // By pointers: a change that is copied counts a reference to its batch.
        try rows.withUnsafeBufferPointer { (rows) throws(StoreError) in
            guard var next = rows.baseAddress else { return }
            let end = next + rows.count
            while next < end {
                let layout = try layout(of: next.pointee.view)
                repeat {
                    let row = next.pointee.view
                    guard row.isLaidOut(by: layout.layout) else { break }
                    try body(next, row, layout)
                    next += 1
                } while next < end
            }
        }
    }
}
