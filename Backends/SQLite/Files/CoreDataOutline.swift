import Foundation
import PolystoreStorage

/// What a file in Core Data's layout says of its model, read without a model: also of stores that Core Data wrote.
public struct CoreDataOutline: Sendable {
    /// An entity of the table of keys.
    public struct Entity: Sendable, Hashable {
        /// The entity's name.
        public let name: String
        /// Its number; those from 16,000 on are of the history and of services.
        public let number: Int
        /// The number of its parent; 0 for a root.
        public let parent: Int
    }

    /// The metadata, a binary property list; nil when there is none.
    public let propertyList: Data?
    /// The model that Core Data keeps, compressed; nil when there is none.
    public let modelCache: Data?
    /// The entities by their numbers.
    public let entities: [Entity]
    /// The names of the columns of each table.
    public let columns: [String: Set<String>]

    /// The names of the model's entities with the names of their parents, without those of the history and of services.
    public var parents: [String: String?] {
        let own = entities.filter { $0.number < 16_000 }
        let names = Dictionary(own.map { ($0.number, $0.name) }, uniquingKeysWith: { first, _ in first })
        return Dictionary(own.map { ($0.name, names[$0.parent]) }, uniquingKeysWith: { first, _ in first })
    }

    /// The most bytes of the metadata, and of the model, that are read.
    private static let limit = 16 << 20

    /// Reads a file; nothing is written, and no lock is held afterwards.
    ///
    /// - Throws: `StoreError` with code `foreign` for a file that is no such store, `unsupported` when its metadata or its
    ///   model are larger than 16 MiB, and what reading throws.
    public init(contentsOf url: URL) throws(StoreError) {
        let connection = try StoreMaintenance(files: StoreFiles(url)).connection()
        let tables = try Self.texts("SELECT name FROM sqlite_master WHERE type = 'table'", connection)
        for table in ["Z_METADATA", "Z_PRIMARYKEY"] where !tables.contains(table) {
            throw StoreError(
                .foreign, [.path: connection.settings.path, .reason: "SQLite database without \(table)"])
        }
        propertyList = try Self.data("SELECT Z_PLIST FROM Z_METADATA ORDER BY Z_VERSION LIMIT 1", connection)
        modelCache =
            tables.contains("Z_MODELCACHE")
            ? try Self.data("SELECT Z_CONTENT FROM Z_MODELCACHE LIMIT 1", connection) : nil
        var entities: [Entity] = []
        let rows = try connection.prepare("SELECT Z_NAME, Z_ENT, Z_SUPER FROM Z_PRIMARYKEY ORDER BY Z_ENT")
        while try rows.step() {
            entities.append(
                Entity(name: rows.text(0), number: Int(rows.integer(1)), parent: Int(rows.integer(2))))
        }
        self.entities = entities
        var columns: [String: Set<String>] = [:]
        for table in tables where table.hasPrefix("Z") {
            let quoted = table.replacing("'", with: "''")
            columns[table] = Set(try Self.texts("SELECT name FROM pragma_table_info('\(quoted)')", connection))
        }
        self.columns = columns
    }

    private static func texts(_ sql: String, _ connection: Connection) throws(StoreError) -> [String] {
        let statement = try connection.prepare(sql)
        var result: [String] = []
        while try statement.step() { result.append(statement.text(0)) }
        return result
    }

    private static func data(_ sql: String, _ connection: Connection) throws(StoreError) -> Data? {
        let statement = try connection.prepare(sql)
        guard try statement.step(), !statement.isNull(0) else { return nil }
        let bytes = statement.bytes(0)
        guard bytes.count <= limit else {
            let reason = "what it says of its model is larger than \(limit >> 20) MiB"
            throw StoreError(.unsupported, [.path: connection.settings.path, .reason: reason])
        }
        return Data(bytes)
    }
}
