import CPolystoreSQLite
import PolystoreModel
import PolystoreStorage
import Synchronization

extension SQLiteStore {
    private static let beginImmediate = SQLShape("BEGIN IMMEDIATE")
    private static let commitShape = SQLShape("COMMIT")
    private static let rollbackShape = SQLShape("ROLLBACK")
    private static let savepoint = SQLShape("SAVEPOINT polystore_save")
    private static let release = SQLShape("RELEASE polystore_save")
    private static let undo = SQLShape("ROLLBACK TO polystore_save")
    private static let raiseWatermark = SQLShape(
        "UPDATE ZX_WATERMARK SET ZX_COMMIT = ?1, ZX_SEAL = ?2 WHERE ZX_ID = 1")

    static func run(_ shape: SQLShape, _ connection: Connection) throws(StoreError) {
        let statement = try connection.statement(shape)
        defer { connection.finish(statement) }
        try statement.run()
    }

    private static func setWatermark(_ number: Int64, _ connection: Connection) throws(StoreError) {
        let statement = try connection.statement(raiseWatermark)
        defer { connection.finish(statement) }
        statement.bind(number, 1)
        statement.bind(MetadataTables.seal(number), 2)
        try statement.run()
    }

    /// Sets what a commit survives; outside of a transaction only.
    func setDurability(_ wanted: Durability, _ connection: Connection) throws(StoreError) {
        guard durability != wanted else { return }
        try connection.run("PRAGMA synchronous = \(wanted == .full ? "FULL" : "NORMAL")")
        durability = wanted
    }

    func begin(_ durability: Durability) throws(StoreError) {
        let connection = try writingConnection()
        do throws(StoreError) {
            try setDurability(durability, connection)
            try Self.run(Self.beginImmediate, connection)
            transaction = OpenTransaction(peerCount: storedMetadata.withLock { $0.peers.count })
        } catch {
            throw failing(error)
        }
    }

    func apply(_ changes: StoreChanges) throws(StoreError) {
        let connection = try writingConnection()
        guard let before = transaction, !before.isPrepared else {
            throw context.named(StoreError(.outOfOrder, [.expected: "begin before apply"]))
        }
        if let lost = before.lost { throw lost }
        let spilled = before.hasApplied ? connection.spilledPages : 0
        do throws(StoreError) {
            if try !write(changes, before, connection, inBatches: context.options.multiRowStatements) {
                try undoSave(before, connection, spilled)
                _ = try write(changes, before, connection, inBatches: false)
            }
            transaction?.hasApplied = true
        } catch {
            if connection.isInTransaction {
                do throws(StoreError) {
                    try undoSave(before, connection, spilled)
                } catch {
                    transaction?.lost = failing(error)
                }
            } else {
                forgetSave(before)
                // The engine gave the whole transaction up, with the saves that shared it.
                transaction?.lost = failing(error)
            }
            throw failing(error)
        }
    }

    private func write(
        _ changes: StoreChanges, _ before: OpenTransaction, _ connection: Connection, inBatches: Bool
    ) throws(StoreError) -> Bool {
        if before.hasApplied { try Self.run(Self.savepoint, connection) }
        var application = ChangeApplication(self, connection, inBatches: inBatches)
        guard try application.run(changes) else { return false }
        if before.hasApplied { try Self.run(Self.release, connection) }
        return true
    }

    /// Undoes what a save has written.
    ///
    /// The first save of a transaction has no savepoint, because the engine copies every page that changes after one, to a
    /// file where they are many. It is undone with the whole transaction, and another one is begun.
    ///
    /// A later save that has outgrown the cache costs the others the transaction: after such a savepoint was rolled back,
    /// SQLite 3.40.1 goes on in its log with checksums that do not follow, so that whatever is committed from then on is
    /// lost with the process.
    private func undoSave(
        _ before: OpenTransaction, _ connection: Connection, _ spilled: Int32
    ) throws(StoreError) {
        forgetSave(before)
        guard before.hasApplied else {
            try Self.run(Self.rollbackShape, connection)
            try Self.run(Self.beginImmediate, connection)
            return
        }
        guard connection.spilledPages == spilled else {
            throw StoreError(
                .full, [.reason: "another save of the transaction was given up, and was larger than the cache"])
        }
        try Self.run(Self.undo, connection)
        try Self.run(Self.release, connection)
    }

    /// Undoes all of a transaction in which nothing was applied, and begins another one.
    func beginAgain(_ before: OpenTransaction, _ connection: Connection) throws(StoreError) {
        do throws(StoreError) {
            transaction = before
            try Self.run(Self.rollbackShape, connection)
            try Self.run(Self.beginImmediate, connection)
        } catch {
            transaction?.lost = failing(error)
            throw failing(error)
        }
    }

    /// Takes back what a save has written beside the database.
    private func forgetSave(_ before: OpenTransaction) {
        let written = transaction?.newFiles.dropFirst(before.newFiles.count) ?? []
        transaction = before
        // Files of a save that did not happen; one that stays is an orphan, which the next opening removes.
        for name in written { try? context.externalData.remove(name) }
    }

    func prepare() throws(StoreError) {
        let connection = try writingConnection()
        guard let open = transaction else {
            throw context.named(StoreError(.outOfOrder, [.expected: "begin before prepare"]))
        }
        if let lost = open.lost { throw lost }
        do throws(StoreError) {
            if !open.newFiles.isEmpty { try context.externalData.synchronize() }
            try Self.setWatermark(Int64(published + 1), connection)
            if let joint = open.joint {
                try MetadataTables(connection: connection).setJoint(joint)
                try connection.writePages()
            }
        } catch {
            throw failing(error)
        }
        transaction?.isPrepared = true
    }

    func commit() throws(StoreError) -> CommitNumber {
        let connection = try writingConnection()
        guard let open = transaction, open.isPrepared else {
            throw context.named(StoreError(.outOfOrder, [.expected: "prepare before commit"]))
        }
        do throws(StoreError) {
            try Self.run(Self.commitShape, connection)
        } catch {
            throw failing(error)
        }
        transaction = nil
        let number = published + 1
        storedMetadata.withLock { metadata in
            // Peers are never forgotten: as many are the same.
            if metadata.peers.count != open.peerCount {
                metadata.peers = Array(context.peers.entries.prefix(open.peerCount))
            }
            metadata.watermark = number
            if let user = open.user { metadata.user = user }
            if let joint = open.joint { metadata.joint = joint }
            if let change = open.domain { metadata.domain = change.domain }
        }
        publish(number)
        snapshots.note(loggedBytes: Int(connection.writtenPages) * connection.frameLength)
        snapshots.retire(open.retiredFiles, at: number)
        if durability == .full { snapshots.settle(number) }
        checkLog(connection)
        return number
    }

    func rollback() {
        guard let writer, let open = transaction else { return }
        transaction = nil
        do throws(StoreError) {
            if writer.isInTransaction { try Self.run(Self.rollbackShape, writer) }
        } catch {
            // A transaction that cannot be undone leaves the state unknown.
            fail()
        }
        // Where the disk has not told whether it took the commit, rows may name the files.
        if open.isPrepared, refusal.withLock({ $0 }) == .failed { return }
        for name in open.newFiles {
            // A file that stays is an orphan, which the next opening removes.
            try? context.externalData.remove(name)
        }
    }

    /// Marks the store as failed: it refuses everything from here on.
    private func fail() { refusal.withLock { $0 = $0 ?? .failed } }

    /// Names the store in an error, and marks the store as failed when its state is unknown after the error.
    func failing(_ error: StoreError) -> StoreError {
        if error.code == .inputOutput || (error.code == .damaged && error.details[.object] == nil) {
            fail()
        }
        return context.named(error)
    }
}
