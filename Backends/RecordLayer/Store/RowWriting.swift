import PolystoreModel
import PolystoreStorage

/// Writes the rows of a save to a table of records that lies apart from its transaction.
///
/// Used by one thread at a time; who asked for it looks at what became of it when it has ended.
final class RowWriting {
    let changes: StoreChanges
    private let records: any RecordTable
    private let catalog: RecordCatalog
    /// The places of changed rows that were left out: they have data which belongs into another table.
    private(set) var largeUpdates: [Int] = []
    /// The same of inserted rows.
    private(set) var largeInserts: [Int] = []
    /// The places of inserted rows whose keys had rows before.
    private(set) var occupied: [Int] = []
    /// What kept the rows from being written.
    private(set) var failure: StoreError?

    init(_ changes: StoreChanges, _ records: any RecordTable, _ catalog: RecordCatalog) {
        (self.changes, self.records, self.catalog) = (changes, records, catalog)
    }

    /// Writes them, until one fails.
    func write() {
        do throws(StoreError) {
            try writeDeletes()
            try writeUpdates()
            try writeInserts()
        } catch {
            failure = error
        }
    }

    private func writeDeletes() throws(StoreError) {
        for mark in changes.deletes {
            try RecordKey.with(try catalog.root(of: mark), mark.key) { (key) throws(StoreError) in
                try records.remove(key)
            }
        }
    }

    private func writeUpdates() throws(StoreError) {
        var place = 0
        try catalog.eachRow(changes.updates) { (change, row, layout) throws(StoreError) in
            defer { place += 1 }
            guard !layout.hasLargeData(row) else { return largeUpdates.append(place) }
            try RecordKey.with(layout.root, row.key) { (key) throws(StoreError) in
                try records.putRow(key, row, of: change.pointee.batch)
            }
        }
    }

    private func writeInserts() throws(StoreError) {
        var place = 0
        try catalog.eachRow(changes.inserts) { (change, row, layout) throws(StoreError) in
            defer { place += 1 }
            guard !layout.hasLargeData(row) else { return largeInserts.append(place) }
            try RecordKey.with(layout.root, row.key) { (key) throws(StoreError) in
                if try !records.insertRow(key, row, of: change.pointee.batch) { occupied.append(place) }
            }
        }
    }
}
