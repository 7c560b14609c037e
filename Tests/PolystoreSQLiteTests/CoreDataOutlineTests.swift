import Foundation
import PolystoreModel
import PolystoreStorage
import Testing

@testable import PolystoreSQLite

@Suite("What a file in Core Data's layout says of its model")
struct CoreDataOutlineTests {
    private let store: TestStore

    init() throws {
        store = try TestStore()
        try store.store.close()
    }

    private func outline() throws -> CoreDataOutline {
        try CoreDataOutline(contentsOf: try #require(store.opening.url))
    }

    private func run(_ sql: String...) throws {
        let settings = ConnectionSettings(store: "x", path: store.path, busyTimeout: 0, cacheSize: 0, memoryMap: 0)
        let connection = try Connection(.write, settings)
        for text in sql { try connection.run(text) }
    }

    @Test("entities with their parents, tables with their columns, and the metadata are read without a model")
    func whole() throws {
        let found = try outline()
        #expect(found.entities.map(\.name).contains("Tag"))
        #expect(found.parents.keys.contains("Tag"))
        #expect(found.columns["ZTAG"]?.isSuperset(of: ["Z_PK", "Z_ENT", "Z_OPT", "ZLABEL"]) == true)
        #expect(found.propertyList?.starts(with: Data("bplist".utf8)) == true)
        #expect(found.modelCache == nil)
    }

    @Test("entities of the history and of services are none of the model's")
    func services() throws {
        try run("INSERT INTO Z_PRIMARYKEY (Z_ENT, Z_NAME, Z_SUPER, Z_MAX) VALUES (16001, 'CHANGE', 0, 0)")
        let found = try outline()
        #expect(found.entities.last?.name == "CHANGE")
        #expect(!found.parents.keys.contains("CHANGE"))
    }

    @Test("a database without the tables of the layout is foreign, and the missing one is named")
    func foreign() throws {
        try run("DROP TABLE Z_PRIMARYKEY")
        let error = #expect(throws: StoreError.self) { try outline() }
        #expect(error?.code == .foreign)
        #expect(error?.details[.reason] == "SQLite database without Z_PRIMARYKEY")
    }

    @Test("metadata beyond the bound are refused, not passed over")
    func bound() throws {
        try run("UPDATE Z_METADATA SET Z_PLIST = zeroblob(16777217)")
        let error = #expect(throws: StoreError.self) { try outline() }
        #expect(error?.code == .unsupported)
        #expect(error?.details[.reason] == "what it says of its model is larger than 16 MiB")
        try run("UPDATE Z_METADATA SET Z_PLIST = zeroblob(16777216)")
        #expect(try outline().propertyList?.count == 16 << 20)
    }
}
