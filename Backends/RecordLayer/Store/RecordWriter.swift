import PolystoreModel
import PolystoreStorage

/// One open transaction of a record store: turns changes into engine operations.
///
/// Used on the writer thread only.
final class RecordWriter {
    let transaction: any OrderedTransaction
    let catalog: RecordCatalog
    let reader: RecordReader
    /// The free entries of the metadata as they will be; nil while nothing changed.
    var userMetadata: [String: String]?
    /// The smallest unreserved key of the hierarchies that were looked at.
    var nextKeys: [UInt16: Int64] = [:]
    /// The last reservation of each hierarchy: what is not reserved begins behind it.
    let reservations: [UInt16: Range<Int64>]
    /// The hierarchy whose keys were used last, and a key before which all are reserved: a save has rows of few
    /// hierarchies.
    @exclusivity(unchecked) var lastRoot: UInt16 = 0
    @exclusivity(unchecked) var lastNextKey = Int64.min
    var conflicts = StoreConflicts()
    /// Rows whose values for a constraint came new and must be unique at the end.
    var uniquenessChecks: [(binding: IndexBinding, row: RowView)] = []
    /// Memory for one row, kept from row to row.
    let scratch = ScratchMemory()
    let entries: EntryChanges

    init(
        _ transaction: any OrderedTransaction, _ catalog: RecordCatalog,
        _ reservations: [UInt16: Range<Int64>] = [:]
    ) {
        self.transaction = transaction
        self.catalog = catalog
        self.reservations = reservations
        reader = RecordReader(reading: transaction, catalog: catalog)
        entries = EntryChanges(transaction)
    }

    /// Applies one save inside a savepoint.
    ///
    /// - Throws: `conflict` with everything that stands in the way; then nothing was applied.
    func apply(_ changes: StoreChanges, user: [String: String]) throws(StoreError) {
        try transaction.beginSavepoint()
        let (savedUser, savedKeys) = (userMetadata, nextKeys)
        defer {
            conflicts = StoreConflicts()
            uniquenessChecks.removeAll(keepingCapacity: true)
        }
        do {
            try write(changes, user: user)
            try transaction.releaseSavepoint()
        } catch {
            transaction.rollbackToSavepoint()
            (userMetadata, nextKeys) = (savedUser, savedKeys)
            lastNextKey = .min
            throw error
        }
    }

    private func write(_ changes: StoreChanges, user: [String: String]) throws(StoreError) {
        for mark in changes.locks { _ = try check(mark) }
        try writeRows(changes)
        for link in changes.links { try apply(link) }
        try checkUniqueness()
        guard conflicts.isEmpty else { throw catalog.error(.conflict, conflicts: conflicts) }
        guard !changes.metadata.isEmpty else { return }
        var entries = userMetadata ?? user
        for (name, value) in changes.metadata { entries[name] = value }
        userMetadata = entries
    }

    private func writeRows(_ changes: StoreChanges) throws(StoreError) {
        func write() throws(StoreError) {
            for mark in changes.deletes { try delete(mark) }
            try catalog.eachRow(changes.updates, update)
            try catalog.eachRow(changes.inserts, insert)
        }
        switch changes.deletes.count + changes.updates.count + changes.inserts.count {
        case ...Self.few: try write()
        case ..<Self.many: try entries.inOrder(write)
        default:
            let (known, keys) = (conflicts, nextKeys)
            if try writeAtOnce(changes, write) { break }
            // Refused: written one after the other, the rows tell everything that stands in the way, in their order.
            transaction.rollbackToSavepoint()
            (conflicts, nextKeys, lastNextKey) = (known, keys, .min)
            uniquenessChecks.removeAll(keepingCapacity: true)
            try transaction.beginSavepoint()
            try entries.inOrder(write)
        }
        try moveSparseRows()
    }

    /// Writes many rows: by two threads where the engine can, and otherwise by a closure, which gets help with memory.
    ///
    /// - Returns: False when two threads have met a row that must not be as it is.
    private func writeAtOnce(
        _ changes: StoreChanges, _ write: () throws(StoreError) -> Void
    ) throws(StoreError) -> Bool {
        let memory = entries.reserve(try entryCount(changes))
        let known = conflicts.versions.count
        var rows: RowWriting?
        try transaction.withRecordsApart { (records) throws(StoreError) in
            if let records {
                rows = try writeApart(changes, records, memory)
            } else {
                let helper = HelperThread.shared
                try helper.gettingPages(of: memory) { () throws(StoreError) in try entries.inOrder(write) }
            }
        }
        guard let rows else { return true }
        return try !finish(rows) && conflicts.versions.count == known
    }

    /// So few rows that the order of their entries does not matter.
    private static let few = 16
    /// So many rows that it is worth while to ask for help.
    private static let many = 4096

    /// How many entries a save changes, most likely: by a new row and a changed one from the middle of its own.
    ///
    /// What is deleted has no rows to ask, and is most often deleted where there is memory of what was read.
    private func entryCount(_ changes: StoreChanges) throws(StoreError) -> Int {
        let (inserts, updates) = (changes.inserts, changes.updates)
        var count = 0
        if !inserts.isEmpty {
            count += inserts.count * (try catalog.layout(of: inserts[inserts.count / 2].view).bindings.count)
        }
        if !updates.isEmpty {
            let update = updates[updates.count / 2]
            let touched = try catalog.layout(of: update.view).bindings.count { $0.isTouched(by: update.changed) }
            // An entry goes and another comes.
            count += 2 * updates.count * touched
        }
        return count
    }

    func put(_ table: EngineTable, _ key: [UInt8], _ value: UnsafeRawBufferPointer) throws(StoreError) {
        try key.withUnsafeBytesTyped { (raw) throws(StoreError) in try transaction.put(table, raw, value) }
    }

    func put(_ table: EngineTable, _ key: [UInt8], _ value: [UInt8]) throws(StoreError) {
        try value.withUnsafeBytesTyped { (raw) throws(StoreError) in try put(table, key, raw) }
    }

    /// Sets an entry of what the store keeps about itself.
    func putMetadata(_ key: [UInt8], _ bytes: [UInt8]) throws(StoreError) {
        try put(.metadata, key, SealedValue.sealed(bytes, under: key))
    }

    @discardableResult
    func remove(_ table: EngineTable, _ key: [UInt8]) throws(StoreError) -> Bool {
        try key.withUnsafeBytesTyped { (raw) throws(StoreError) in try transaction.remove(table, raw) }
    }
}
