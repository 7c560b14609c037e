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

    /// Writes what was left to the transaction.
    ///
    /// - Returns: Whether an inserted row has met one of its key; then the save fails.
    func finish(_ rows: RowWriting) throws(StoreError) -> Bool {
        var hasMetRow = rows.hasMetRow
        for row in rows.largeUpdates { _ = try storeWithoutData(row, try catalog.layout(of: row), false) }
        for row in rows.largeInserts {
            if try !storeWithoutData(row, try catalog.layout(of: row), true) { hasMetRow = true }
        }
        return hasMetRow
    }

    /// Checks versions, and changes what there is of rows outside of the table of records, which does not change meanwhile.
    private func writeBeside(_ changes: StoreChanges) throws(StoreError) {
        for mark in changes.deletes {
            if let stored = try check(mark) { try deleteBeside(stored, try catalog.layout(of: stored)) }
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
