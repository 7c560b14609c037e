import Foundation
import PolystoreStorage
import Testing

@testable import PolystoreSQLite

@Suite("What SQLite sorts in")
struct SortingMemoryTests {
    /// The open temporary files of SQLite.
    private func temporaryFiles() throws -> Int {
        let folder = "/proc/self/fd"
        return try FileManager.default.contentsOfDirectory(atPath: folder).count { descriptor in
            // A descriptor may be closed meanwhile; then it is none.
            let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\(descriptor)")
            return target?.contains("etilqs_") ?? false
        }
    }

    @Test("groups of more rows than fit the memory for pages are sorted in a file")
    func spill() throws {
        let store = try TestStore { $0.options.values["cacheSize"] = .size(1 << 20) }
        let snapshot = try #require(try store.store.snapshot() as? SQLiteSnapshot)
        let found = try snapshot.use { (connection) throws(StoreError) in
            // Six megabytes of keys, of which the sorter keeps one.
            let statement = try connection.statement(
                SQLShape(
                    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 6000) "
                        + "SELECT hex(randomblob(500)) AS h, count(*) FROM n GROUP BY h"))
            defer { connection.finish(statement) }
            guard try statement.step() else { throw StoreError(.damaged) }
            return Result { try temporaryFiles() }
        }
        #expect(try found.get() >= 1)
    }
}
