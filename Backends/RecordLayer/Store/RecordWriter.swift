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
    /// The mark of the save over several stores, and the domain, as they will be; nil where they stay.
    var joint: JointMark?
    var domain: CommitDomain.Change?
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
        let (savedUser, savedKeys, savedJoint, savedDomain) = (userMetadata, nextKeys, joint, domain)
        defer {
            conflicts = StoreConflicts()
            uniquenessChecks.removeAll(keepingCapacity: true)
        }
        func forget() {
            (userMetadata, nextKeys, joint, domain) = (savedUser, savedKeys, savedJoint, savedDomain)
            lastNextKey = .min
        }
        do throws(StoreError) {
            try write(changes, user: user)
        } catch {
            transaction.rollback()
            forget()
            throw error
        }
        do throws(StoreError) {
            try transaction.commit()
        } catch {
            // The savepoint is over all the same.
            forget()
            throw error
        }
    }

    private func write(_ changes: StoreChanges, user: [String: String]) throws(StoreError) {
        for mark in changes.locks { _ = try check(mark) }
        try writeRows(changes)
        for link in changes.links { try apply(link) }
        try checkUniqueness()
        guard conflicts.isEmpty else { throw catalog.error(.conflict, conflicts: conflicts) }
        if let mark = changes.joint { joint = mark }
        if let change = changes.domain { domain = change }
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
        let count = changes.deletes.count + changes.updates.count + changes.inserts.count
        if count > Self.few { try entries.inOrder(write) } else { try write() }
    }

    /// So few rows that the order of their entries does not matter.
    private static let few = 16

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

    func remove(_ table: EngineTable, _ key: [UInt8]) throws(StoreError) {
        try key.withUnsafeBytesTyped { (raw) throws(StoreError) in try transaction.remove(table, raw) }
    }
}
