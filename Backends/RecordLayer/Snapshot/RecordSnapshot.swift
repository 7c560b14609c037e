import Foundation
import PolystoreModel
import PolystoreStorage

/// A view of a record store at one commit.
final class RecordSnapshot: StoreSnapshot {
    private let snapshot: any OrderedSnapshot
    private let catalog: RecordCatalog
    /// Made once: one for each row would count references to the snapshot, which takes long where others refer to it weakly.
    // SAFETY: constant, and what it reads is the snapshot, which may be read on any thread.
    nonisolated(unsafe) private let reader: RecordReader
    /// The commit that the snapshot shows.
    let commit: CommitNumber

    init(_ snapshot: any OrderedSnapshot, _ catalog: RecordCatalog) throws(StoreError) {
        self.snapshot = snapshot
        self.catalog = catalog
        reader = RecordReader(reading: snapshot, catalog: catalog)
        commit = try snapshot.reading { () throws(StoreError) in
            try RecordOpening.watermark(snapshot, catalog.storeName)
        }
    }

    /// Reads while the engine keeps what it hands out where it is.
    func reading<Result>(
        _ body: (RecordContents) throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
        do throws(StoreError) {
            return try snapshot.reading { () throws(StoreError) in
                try body(RecordContents(snapshot: snapshot, catalog: catalog))
            }
        } catch {
            throw named(error)
        }
    }

    /// An error with the store's name, which the engine does not know, and with the file where something is damaged.
    private func named(_ error: StoreError) -> StoreError {
        var error = error
        error.details[.store] = error.details[.store] ?? catalog.storeName
        if error.code == .damaged { error.details[.path] = error.details[.path] ?? catalog.storePath }
        return error
    }

    func rows(_ plan: StorePlan, _ receive: (RowBatch) -> Bool) throws(StoreError) {
        try reading { (contents) throws(StoreError) in try contents.rows(plan, receive) }
    }

    func withStream(_ plan: StorePlan, _ body: (any RowStream) -> Void) throws(StoreError) -> Bool {
        try reading { (contents) throws(StoreError) in try contents.withStream(plan, body) }
    }

    func count(_ plan: StorePlan) throws(StoreError) -> Int {
        try reading { (contents) throws(StoreError) in try contents.count(plan) }
    }

    func rows(_ root: RootNumber, keys: [Int64], _ receive: (RowBatch) -> Bool) throws(StoreError) {
        try reading { (contents) throws(StoreError) in try contents.rows(root, keys: keys, receive) }
    }

    func row(_ root: RootNumber, key: Int64, _ receive: (RowView, LayoutTable) -> Void) throws(StoreError) {
        guard let number = catalog.number(of: root) else { return }
        do throws(StoreError) {
            try snapshot.reading { () throws(StoreError) in
                if let row = try reader.verifiedRow(number, key) { receive(row, catalog.layouts) }
            }
        } catch {
            throw named(error)
        }
    }

    func rows(
        referencing objects: [ObjectID], through relationship: ModelRelationship, _ receive: (RowBatch) -> Bool
    ) throws(StoreError) {
        try reading { (contents) throws(StoreError) in
            try contents.rows(referencing: objects, through: relationship, receive)
        }
    }

    func links(_ join: ModelJoin, from objects: [ObjectID], forward: Bool) throws(StoreError) -> [JoinLink] {
        try reading { (contents) throws(StoreError) in try contents.links(join, from: objects, forward: forward) }
    }

    func deferredData(
        _ root: RootNumber, key: Int64, version: UInt32, property: PropertyKey
    ) throws(StoreError) -> Data? {
        try reading { (contents) throws(StoreError) in
            try contents.deferredData(root, key: key, version: version, property: property)
        }
    }

    func joint() throws(StoreError) -> JointMark? {
        try snapshot.reading { () throws(StoreError) in try RecordOpening.joint(snapshot, catalog.storeName) }
    }

    /// What the engine says of the snapshot.
    func retainedBytes() throws(StoreError) -> Int {
        do throws(StoreError) { return try snapshot.retainedBytes() } catch { throw named(error) }
    }

    func check(_ visit: (StoreCheck.Finding) -> Void) throws(StoreError) -> StoreCheck.Summary {
        try reading { (contents) throws(StoreError) in try contents.check(visit) }
    }
}
