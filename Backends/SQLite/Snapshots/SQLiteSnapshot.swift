import Foundation
import PolystoreModel
import PolystoreStorage

/// A read transaction on a connection of its own.
final class SQLiteSnapshot: StoreSnapshot {
    let commit: CommitNumber
    let context: StoreContext
    let reader: Reader
    private let pool: ReaderPool
    /// Where rows that are read alone are put together.
    // SAFETY: touched only while the connection is used, which is by one thread at a time.
    @exclusivity(unchecked) private nonisolated(unsafe) var scratch: RowBatchBuilder?
    let ledger: OpenSnapshots
    /// What has another process keep files of external data; nil where that is not needed.
    private let keeping: FileKeeping?
    /// The bytes that were in the log, or had been, before the snapshot began.
    let loggedBytes: Int

    private static let watermark = SQLShape("SELECT ZX_COMMIT, ZX_SEAL FROM ZX_WATERMARK WHERE ZX_ID = 1")
    private static let begin = SQLShape("BEGIN")
    private static let rollback = SQLShape("ROLLBACK")

    /// Begins a transaction and reads at once, which is what pins it.
    ///
    /// The ledger knows of the snapshot from before it begins until it has gone.
    init(
        _ context: StoreContext, _ pool: ReaderPool, _ ledger: OpenSnapshots, keeping: FileKeeping? = nil
    ) throws(StoreError) {
        self.context = context
        self.keeping = keeping
        self.pool = pool
        self.ledger = ledger
        loggedBytes = ledger.loggedBytes
        reader = try pool.take()
        ledger.begin()
        do throws(StoreError) {
            commit = try reader.use { (connection) throws(StoreError) in try SQLiteSnapshot.begin(connection) }
        } catch {
            ledger.began(nil)
            // A connection that cannot begin is not given to the next one; its transaction, if there is one, ends with it.
            pool.discard(reader)
            throw context.named(error)
        }
        ledger.began(commit)
    }

    deinit {
        do throws(StoreError) {
            try reader.use { (connection) throws(StoreError) in
                if connection.isInTransaction { try SQLiteSnapshot.run(SQLiteSnapshot.rollback, connection) }
            }
            pool.give(reader)
        } catch {
            // A reader that is closed, or that cannot end its transaction, cannot be used again.
            pool.discard(reader)
        }
        ledger.ended(commit)
    }

    /// Begins a transaction, and pins it by reading its commit.
    private static func begin(_ connection: Connection) throws(StoreError) -> CommitNumber {
        try run(begin, connection)
        let statement = try connection.statement(watermark)
        defer { connection.finish(statement) }
        let metadataTables = MetadataTables(connection: connection)
        guard try statement.step() else { throw metadataTables.damaged("ZX_WATERMARK", "there is no row") }
        return try MetadataTables.watermark(statement, metadataTables)
    }

    private static func run(_ shape: SQLShape, _ connection: Connection) throws(StoreError) {
        let statement = try connection.statement(shape)
        defer { connection.finish(statement) }
        try statement.run()
    }

    /// Uses the connection; errors name the store.
    func use<Result>(_ body: (Connection) throws(StoreError) -> Result) throws(StoreError) -> Result {
        do throws(StoreError) {
            return try reader.use { (connection) throws(StoreError) in
                // Some failures of a statement end the transaction, and what is read next would be newer.
                guard connection.isInTransaction else {
                    throw StoreError(.snapshotExpired, [.reason: "an earlier failure has ended it"])
                }
                return try body(connection)
            }
        } catch {
            throw context.named(error)
        }
    }

    func joint() throws(StoreError) -> JointMark? {
        try use { (connection) throws(StoreError) in try MetadataTables(connection: connection).joint() }
    }

    /// The reader of a hierarchy.
    ///
    /// - Throws: `unsupported` for one that the store does not serve.
    func rowReader(_ root: RootNumber) throws(StoreError) -> RowReader {
        guard let reader = context.reader(root) else {
            throw context.named(StoreError(.unsupported, [.entity: root.name, .reason: "the store does not hold it"]))
        }
        return reader
    }

    /// Runs a statement and hands out its rows.
    func rows(
        _ shape: SQLShape, _ rowReader: RowReader, _ connection: Connection, _ bind: (Statement) -> Void,
        _ receive: (RowBatch) -> Bool
    ) throws(StoreError) {
        let statement = try connection.statement(shape)
        defer { connection.finish(statement) }
        bind(statement)
        let builder = RowBatchBuilder(layouts: context.layouts)
        while try statement.step() {
            _ = try rowReader.read(statement, into: builder)
            guard builder.hasFullBatch else { continue }
            for batch in builder.takeFullBatches() where !receive(batch) { return }
        }
        for batch in builder.takeBatches() where !receive(batch) { return }
    }

    func rows(_ root: RootNumber, keys: [Int64], _ receive: (RowBatch) -> Bool) throws(StoreError) {
        let rowReader = try rowReader(root)
        guard let first = keys.first else { return }
        try use { (connection) throws(StoreError) in
            if keys.count == 1 {
                try rows(rowReader.byKey, rowReader, connection, { $0.bind(first, 1) }, receive)
            } else {
                try rows(rowReader.byKeys, rowReader, connection, { $0.bindTextCopy(KeyArray.json(keys), 1) }, receive)
            }
        }
    }

    func row(_ root: RootNumber, key: Int64, _ receive: (RowView, LayoutTable) -> Void) throws(StoreError) {
        let rowReader = try rowReader(root)
        try use { (connection) throws(StoreError) in
            let builder = scratch ?? RowBatchBuilder(layouts: context.layouts, expectedBytes: 256)
            scratch = builder
            let statement = try connection.statement(rowReader.byKey)
            defer { connection.finish(statement) }
            statement.bind(key, 1)
            guard try statement.step(), try rowReader.read(statement, into: builder) else { return }
            builder.withdrawLast { receive($0, context.layouts) }
            if builder.memoryByteCount > RowBatchBuilder.batchSize { scratch = nil }
        }
    }
}
