import Foundation
import PolystoreModel
import PolystoreStorage
import Testing

@testable import PolystoreSQLite

/// Our tables against those that Core Data itself made of the same models.
@Suite("Tables of Core Data stores")
struct CorpusSchemaTests {
    private func shapes(_ path: String) throws -> (tables: [String: TableShape], entities: [[String]]) {
        let connection = try Connection(
            .write, ConnectionSettings(store: "x", path: path, busyTimeout: 0, cacheSize: 1 << 20, memoryMap: 0))
        func rows(_ sql: String) throws -> [[String]] {
            let statement = try connection.prepare(sql)
            var rows: [[String]] = []
            while try statement.step() { rows.append((0..<statement.columnCount).map(statement.text)) }
            return rows
        }
        var tables: [String: TableShape] = [:]
        let ours = ["ZX_", "sqlite_", "A"]
        for row in try rows("SELECT name, sql FROM sqlite_master WHERE type = 'table'")
        where !ours.contains(where: row[0].hasPrefix) {
            var shape = TableShape()
            // A column that was added later stands behind a comma of its own form.
            shape.isMigrated = row[1].hasPrefix("CREATE TABLE Z") && row[1].contains(" , Z")
            for column in try rows("PRAGMA table_info(\"\(row[0])\")") where !column[1].hasPrefix("ZX_") {
                shape.columns.append("\(column[1]) \(column[2]) \(column[5])")
            }
            tables[row[0]] = shape
        }
        for row in try rows("SELECT name, tbl_name FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL")
        where !row[0].hasPrefix("ZX_") && tables[row[1]] != nil {
            tables[row[1]]?.indexes[row[0]] = try rows("PRAGMA index_xinfo(\"\(row[0])\")").filter { $0[5] == "1" }
                .map { "\($0[2]) \($0[4]) \($0[3])" }
        }
        let entities = try rows(
            "SELECT Z_ENT, Z_NAME, Z_SUPER FROM Z_PRIMARYKEY WHERE Z_ENT < 16000 ORDER BY Z_ENT")
        return (tables, entities)
    }

    /// A name without the digits that keep it apart from others: between tables of joins, which of them get digits
    /// does not follow from the model.
    private func withoutDigits(_ name: String) -> String {
        String(name.reversed().drop { $0.isNumber }.reversed())
    }

    private func joinColumns(_ shape: TableShape) -> [String] {
        shape.columns.map { withoutDigits(String($0.prefix { $0 != " " })) }
    }

    private func expectEqual(_ found: [String: TableShape], _ expected: [String: TableShape], _ store: String) {
        for (name, shape) in expected {
            if name.hasPrefix("Z_"), name.dropFirst(2).first?.isNumber == true {
                // Of one join in a hundred the other side gives the name.
                let other = found.values.first { Set(joinColumns($0)) == Set(joinColumns(shape)) }
                guard let own = found[name] else {
                    #expect(other != nil, "\(store): \(name)")
                    continue
                }
                #expect(joinColumns(own) == joinColumns(shape), "\(store): \(name)")
                #expect(own.indexes.count == shape.indexes.count, "\(store): \(name)")
                continue
            }
            guard let own = found[name] else {
                Issue.record("\(store): there is no \(name)")
                continue
            }
            if shape.isMigrated {
                #expect(Set(own.columns) == Set(shape.columns), "\(store): \(name)")
            } else {
                #expect(own.columns == shape.columns, "\(store): \(name)")
            }
            for (index, columns) in own.indexes where index.hasSuffix("_INDEX") {
                #expect(shape.indexes[index] == columns, "\(store): \(index)")
            }
            for (index, columns) in shape.indexes where index.contains("_UNIQUE_") {
                #expect(own.indexes[index] == columns, "\(store): \(index)")
            }
        }
        #expect(found.count == expected.count + (expected["Z_MODELCACHE"] == nil ? 1 : 0), "\(store)")
    }

    @Test("have the columns, orders, numbers and indexes that we give them", .enabled { Corpus.folder != nil })
    func schemas() throws {
        let corpus = try #require(Corpus.folder)
        var compared = 0
        for entry in try Corpus.stores(in: corpus) {
            let folder = try TestStore.makeFolder()
            defer { try? FileManager.default.removeItem(at: folder) }  // what is left does no harm
            let theirs = folder.appending(path: "theirs.sqlite")
            for ending in ["", "-wal", "-shm"] {
                let source = corpus.appending(path: entry.store).path + ending
                guard FileManager.default.fileExists(atPath: source) else { continue }
                try FileManager.default.copyItem(atPath: source, toPath: theirs.path + ending)
            }
            let expected = try shapes(theirs.path)
            for path in entry.model {
                let model = try ManagedObjectModel(CoreDataModelReader.model(at: corpus.appending(path: path)))
                let store = try TestStore(model, folder: folder, name: "\(UUID().uuidString).sqlite")
                let found = try shapes(store.path)
                try store.store.close()
                // Of the versions of a model that might have made the store one did, or another one.
                guard found.entities.map({ $0[1] }) == expected.entities.map({ $0[1] }) else { continue }
                #expect(found.entities == expected.entities, "\(entry.store)")
                expectEqual(found.tables, expected.tables, entry.store)
                compared += 1
            }
        }
        #expect(compared >= 20)
    }
}
