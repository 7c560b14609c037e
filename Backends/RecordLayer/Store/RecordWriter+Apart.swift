import PolystoreModel
import PolystoreStorage
import Synchronization

/// Writing the rows of a large save by two threads: the helper writes the table of records, the caller everything else.
extension RecordWriter {
    /// Checks and changes everything that a save's rows have outside of the table of records, while that is written.
    ///
    /// - Parameters:
    ///   - changes: What the save changes.
    ///   - records: The table of records, which the transaction shows as it was.
    ///   - memory: Where the entries will lie; whoever writes the records gets the pages for it before.
    /// - Returns: What was written to the table, and what is left to write.
    /// - Throws: What either thread fails with, when both have ended.
    func writeApart(
        _ changes: StoreChanges, _ records: any RecordTable, _ memory: [UnsafeMutableRawBufferPointer]
    ) throws(StoreError) -> RowWriting {
        let rows = RowWriting(changes, records, catalog)
        let isOver = Atomic(false)
        try HelperThread.shared.run { () throws(StoreError) in
            defer { isOver.store(true, ordering: .relaxed) }
            try entries.inOrder { () throws(StoreError) in try writeBeside(changes) }
        } beside: {
            HelperThread.getPages(of: memory, until: isOver)
            rows.write()
        }
        if let failure = rows.failure { throw failure }
        return rows
    }

    /// Writes what was left to the transaction, and notes keys that had rows.
    func finish(_ rows: RowWriting) throws(StoreError) {
        let changes = rows.changes
        for place in rows.largeUpdates {
            let row = changes.updates[place].view
            _ = try storeWithoutData(row, try catalog.layout(of: row), false)
        }
        for place in rows.largeInserts {
            let row = changes.inserts[place].view
            let layout = try catalog.layout(of: row)
            if try !storeWithoutData(row, layout, true) { try noteOccupied(row, layout) }
        }
        for place in rows.occupied {
            let row = changes.inserts[place].view
            try noteOccupied(row, try catalog.layout(of: row))
        }
    }

    /// Checks versions, and changes what there is of rows outside of the table of records, which does not change meanwhile.
    private func writeBeside(_ changes: StoreChanges) throws(StoreError) {
        for mark in changes.deletes {
            if let stored = try check(mark) { _ = try deleteBeside(stored) }
        }
        try catalog.eachRow(changes.updates) { (change, row, layout) throws(StoreError) in
            guard let stored = try checkUpdate(change, row, layout) else { return }
            try updateBeside(change, stored, row, layout)
            try storeData(of: row, layout, replacing: stored)
        }
        try catalog.eachRow(changes.inserts) { (_, row, layout) throws(StoreError) in
            try insertBeside(row, layout)
            try storeData(of: row, layout, replacing: nil)
        }
    }
}
