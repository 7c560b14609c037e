import PolystoreModel
import PolystoreStorage

/// Writes the rows of a save to a table of records that lies apart from its transaction.
///
/// Used by one thread at a time; who asked for it looks at what became of it when it has ended.
final class RowWriting {
    private let changes: StoreChanges
    private let catalog: RecordCatalog
    // Let go of at the end: what is held twice is copied before it is changed.
    private var records: (any RecordTable)?
    /// The changed rows that were left out: they have data which belongs into another table.
    private(set) var largeUpdates: [RowView] = []
    /// The same of inserted rows.
    private(set) var largeInserts: [RowView] = []
    /// Whether an inserted row was left out because there was one of its key.
    private(set) var hasMetRow = false
    /// What kept the rows from being written.
    private(set) var failure: StoreError?

    /// Rows that were left out are valid while the changes are held.
    init(_ changes: StoreChanges, _ records: any RecordTable, _ catalog: RecordCatalog) {
        (self.changes, self.records, self.catalog) = (changes, records, catalog)
    }

    /// Writes them, until one fails.
    func write() {
        guard let records else { return }
        do throws(StoreError) {
            for mark in changes.deletes {
                try RecordKey.with(try catalog.root(of: mark), mark.key) { (key) throws(StoreError) in
                    try records.remove(key)
                }
            }
            try catalog.eachRow(changes.updates) { (change, row, layout) throws(StoreError) in
                guard !layout.hasLargeData(row) else { return largeUpdates.append(row) }
                try RecordKey.with(layout.root, row.key) { (key) throws(StoreError) in
                    try records.putRow(key, row, of: change.pointee.batch)
                }
            }
            try catalog.eachRow(changes.inserts) { (change, row, layout) throws(StoreError) in
                guard !layout.hasLargeData(row) else { return largeInserts.append(row) }
                try RecordKey.with(layout.root, row.key) { (key) throws(StoreError) in
                    if try !records.insertRow(key, row, of: change.pointee.batch) { hasMetRow = true }
                }
            }
        } catch {
            failure = error
        }
        self.records = nil
    }
}
