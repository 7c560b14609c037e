import CPolystoreSQLite
import Foundation
import PolystoreModel
import PolystoreStorage
import Testing

@testable import PolystoreSQLite

@Suite("External data")
struct ExternalDataTests {
    private let large = Data(repeating: 7, count: 200_000)

    private func read(_ store: TestStore, _ snapshot: SQLiteSnapshot? = nil) throws -> Data? {
        let snapshot = try snapshot ?? store.snapshot()
        let version = try #require(try store.fetch("Person", 1)).version
        return try snapshot.deferredData(
            store.entity("Person").rootNumber, key: 1, version: version, property: PropertyKey("film"))
    }

    @Test("large data lies in a file that goes when no snapshot sees it any more")
    func files() throws {
        let store = try TestStore()
        try store.insert([store.row("Person", 1, ["film": .data(large)])])
        let folder = store.store.context.externalData
        #expect(folder.path.hasSuffix("/.test_SUPPORT/_EXTERNAL_DATA"))
        let names = try folder.names()
        #expect(names.count == 1)
        #expect(try store.run("SELECT hex(substr(ZFILM, 1, 1)), length(ZFILM) FROM ZPERSON") == [["02", "38"]])
        #expect(try read(store) == large)

        var old: SQLiteSnapshot? = try store.snapshot()
        let row = try #require(try store.fetch("Person", 1))
        try store.set(row, "film", .data(Data([1])))
        try store.save(store.changes(updating: [row]))
        #expect(try folder.names() == names)
        let data = try old?.deferredData(
            store.entity("Person").rootNumber, key: 1, version: 1, property: PropertyKey("film"))
        #expect(data == large)
        old = nil
        #expect(try folder.names().isEmpty)
    }

    @Test("P3: a file that a save replaced stays until no power cut can take the save")
    func replacedByWeakSaves() throws {
        let store = try TestStore()
        try store.insert([store.row("Person", 1, ["film": .data(large)])])
        let folder = store.store.context.externalData
        var names = Set(try folder.names())
        func replace(_ durability: Durability) throws {
            let row = try #require(try store.fetch("Person", 1))
            try store.set(row, "film", .data(Data(repeating: UInt8(row.version), count: 200_000)))
            try store.save(store.changes(updating: [row]), durability)
        }
        try replace(.losesLastSavesOnPowerCut)
        try replace(.losesLastSavesOnPowerCut)
        #expect(try folder.names().count == 3 && names.isSubset(of: folder.names()))
        // One save that waits for the disk brings all before it there.
        try replace(.full)
        #expect(try folder.names().count == 1)
        names = Set(try folder.names())
        // A reader of another program keeps what is committed behind it in the log, and so the file that was replaced.
        var reader: OpaquePointer?
        #expect(sqlite3_open_v2(store.path, &reader, SQLITE_OPEN_READWRITE, nil) == SQLITE_OK)
        sqlite3_exec(reader, "BEGIN; SELECT count(*) FROM ZPERSON", nil, nil, nil)
        try replace(.losesLastSavesOnPowerCut)
        try store.reopen()
        #expect(try folder.names().count == 2 && names.isSubset(of: folder.names()))
        sqlite3_close_v2(reader)
        try store.reopen()
        #expect(try folder.names().count == 1 && names.isDisjoint(with: folder.names()))
        try replace(.losesLastSavesOnPowerCut)
        #expect(try folder.names().count == 2)
        try store.store.close()
        #expect(try folder.names().count == 1)
    }

    @Test("a save that does not happen leaves no file, and an orphan goes at the next opening")
    func orphans() throws {
        let store = try TestStore()
        try store.insert([store.row("Person", 1)])
        let folder = store.store.context.externalData
        let doubled = try store.changes(inserting: [store.row("Person", 1, ["film": .data(large)])])
        #expect(throws: StoreError.self) { try store.save(doubled) }
        #expect(try folder.names().isEmpty)
        let orphan = [UInt8](repeating: 1, count: 9)
        try SystemFile.write(orphan, to: folder.path + "/" + UUID().uuidString)
        #expect(try folder.names().count == 1)
        try store.reopen()
        #expect(try folder.names().isEmpty)
    }

    @Test("a file that is missing is an error only for the value that lies in it")
    func missing() throws {
        let store = try TestStore()
        try store.insert([store.row("Person", 1, ["film": .data(large), "name": .string("a")])])
        for name in try store.store.context.externalData.names() {
            try store.store.context.externalData.remove(name)
        }
        #expect(try store.fetch("Person", 1)?.view.value(for: PropertyKey("name")) == .string("a"))
        let error = try #require(throws: StoreError.self) { try read(store) }
        #expect(error.code == .rowMissing)
        #expect(error.details[.property] == "film")
    }

    @Test("nothing goes while a snapshot begins: it may see what was replaced since")
    func beginning() throws {
        let store = try TestStore()
        try store.insert([store.row("Person", 1, ["film": .data(large)])])
        let folder = store.store.context.externalData
        let names = try folder.names()
        let ledger = OpenSnapshots(folder)
        ledger.settle(2)
        ledger.begin()
        ledger.begin()
        ledger.retire(names, at: 2)
        #expect(try folder.names() == names)
        ledger.began(nil)
        #expect(try folder.names() == names)
        ledger.began(1)
        #expect(try folder.names() == names)
        ledger.ended(1)
        #expect(try folder.names().isEmpty)
    }

    @Test("a model that lays the values out in another form is refused, before anything is removed")
    func otherForm() throws {
        let store = try TestStore()
        try store.insert([store.row("Person", 1, ["film": .data(large), "photo": .data(Data([1, 2]))])])
        let folder = store.store.context.externalData
        let names = try folder.names()
        try store.store.close()
        for (name, isExternal) in [("film", false), ("photo", true)] {
            var description = TestModel.description
            for entity in description.entities.indices {
                for index in description.entities[entity].attributes.indices
                where description.entities[entity].attributes[index].name == name {
                    description.entities[entity].attributes[index].allowsExternalStorage = isExternal
                }
            }
            var opening = store.opening
            opening.model = try ManagedObjectModel(description)
            opening.entities = opening.model.entities.filter { !$0.isAbstract }
            for readOnly in [false, true] {
                opening.access = readOnly ? .readOnly : .readWrite
                let error = try #require(throws: StoreError.self) { try StoreOpener(opening).open() }
                #expect(error.code == .incompatibleModel)
                #expect(error.details[.reason]?.contains("Person.\(name)") == true)
            }
        }
        #expect(try folder.names() == names)
        try store.reopen()
        #expect(try read(store) == large)
    }

    @Test("files of an entity that the opening does not serve stay")
    func unserved() throws {
        let store = try TestStore()
        try store.insert([store.row("Person", 1, ["film": .data(large)])])
        let names = try store.store.context.externalData.names()
        let all = store.opening.entities
        try store.reopen { $0.entities.removeAll { $0.root.name == "Person" } }
        #expect(try store.store.context.externalData.names() == names)
        try store.reopen { $0.entities = all }
        #expect(try read(store) == large)
    }

    @Test("a copy has a log from the beginning, and no file that its rows do not name")
    func copyWithLog() throws {
        let store = try TestStore()
        try store.insert([
            store.row("Person", 1, ["film": .data(large)]), store.row("Person", 2, ["film": .data(large)]),
        ])
        let folder = store.store.context.externalData
        let snapshot = try store.snapshot()
        let row = try #require(try store.fetch("Person", 2))
        try store.set(row, "film", .data(Data([1])))
        try store.save(store.changes(updating: [row]))
        #expect(try folder.names().count == 2)
        let url = store.folder.appending(path: "copy.sqlite")
        try StoreType.sqlite.copy(.init(.sqlite, at: try #require(store.opening.url)), .init(.sqlite, at: url))
        withExtendedLifetime(snapshot) {}
        #expect(try Data(contentsOf: url)[18..<20] == Data([2, 2]))
        #expect(try ExternalDataFolder(files: StoreFiles(url)).names().count == 1)
        // A part of a file, as an interrupted copy leaves it, is not taken for the file.
        try StoreType.sqlite.copy(
            .init(.sqlite, at: url), .init(.sqlite, at: store.folder.appending(path: "third.sqlite")))
        let third = ExternalDataFolder(files: StoreFiles(store.folder.appending(path: "third.sqlite")))
        let name = try #require(try third.names().first)
        try FileManager.default.removeItem(at: store.folder.appending(path: "third.sqlite"))
        try third.remove(name)
        try SystemFile.write([1, 2, 3], to: "\(third.path)/\(name)")
        try StoreType.sqlite.copy(
            .init(.sqlite, at: url), .init(.sqlite, at: store.folder.appending(path: "third.sqlite")))
        #expect(SystemFile.size("\(third.path)/\(name)") == large.count)
        // A file that is missing in the store is missing in the copy.
        for name in try folder.names() { try folder.remove(name) }
        let other = store.folder.appending(path: "other.sqlite")
        try StoreType.sqlite.copy(.init(.sqlite, at: try #require(store.opening.url)), .init(.sqlite, at: other))
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: store.folder.path).filter { $0.contains("new-") } == [])
    }

    @Test("a copy of an open store holds its rows and files and keeps the UUID; destroying leaves nothing")
    func copyAndDestroy() throws {
        let store = try TestStore()
        try store.insert([store.row("Person", 1, ["film": .data(large)])])
        let url = store.folder.appending(path: "copy.sqlite")
        try StoreType.sqlite.copy(.init(.sqlite, at: try #require(store.opening.url)), .init(.sqlite, at: url))
        #expect(try StoreType.sqlite.metadata(.init(.sqlite, at: url)).identifier == store.store.identifier)
        var opening = store.opening
        opening.url = url
        opening.openIdentifiers = [store.store.identifier]
        #expect(throws: StoreError.self) { try StoreOpener(opening).open() }
        opening.opensAsCopy = true
        let copy = try StoreOpener(opening).open()
        #expect(copy.identifier != store.store.identifier)
        let snapshot = try #require(try copy.snapshot() as? SQLiteSnapshot)
        let data = try snapshot.deferredData(
            store.entity("Person").rootNumber, key: 1, version: 1, property: PropertyKey("film"))
        #expect(data == large)
        #expect(throws: StoreError.self) { try StoreType.sqlite.destroy(.init(.sqlite, at: url)) }
        try copy.close()
        try StoreType.sqlite.destroy(.init(.sqlite, at: url))
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: store.folder.path).filter { $0.contains("copy") } == [])
    }
}
