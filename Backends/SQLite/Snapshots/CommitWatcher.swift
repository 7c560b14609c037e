import CPolystoreSQLite
import PolystoreModel
import PolystoreStorage

/// Follows the commits of another process: reads the watermark only when the engine's data version has changed.
final class CommitWatcher: Sendable {
    private struct Known {
        var dataVersion: Int64 = -1
        var commit: CommitNumber = 0
    }

    private let reader: Reader
    private let known = Locked(Known())
    private static let dataVersion = SQLShape("PRAGMA data_version")

    init(_ settings: ConnectionSettings) throws(StoreError) {
        reader = Reader(try Connection(.read, settings), store: settings.store)
    }

    func newestCommit() throws(StoreError) -> CommitNumber {
        try reader.use { (connection) throws(StoreError) in
            let statement = try connection.statement(Self.dataVersion)
            defer { connection.finish(statement) }
            guard try statement.step() else { return 0 }
            let version = statement.integer(0)
            let last = known.withLock { $0 }
            if last.dataVersion == version { return last.commit }
            let commit = try MetadataTables(connection: connection).watermark()
            known.withLock { $0 = Known(dataVersion: version, commit: commit) }
            return commit
        }
    }

    func close() { reader.close() }
}
