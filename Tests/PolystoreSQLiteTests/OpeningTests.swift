import PolystoreRandom
import Foundation
import PolystoreModel
import PolystoreStorage
import Testing

@testable import PolystoreSQLite

@Suite("Opening SQLite stores")
struct OpeningTests {
    private func error(_ opening: StoreOpening) throws -> StoreError {
        try #require(throws: StoreError.self) { try StoreOpener(opening).open() }
    }

    /// A closed store with a row, to be spoilt.
    private func closedStore() throws -> TestStore {
        let store = try TestStore()
        try store.insert([store.row("Tag", 1, ["label": .string("x")])])
        try store.store.close()
        return store
    }

    @Test("a file is open once in a process, under whatever path")
    func openedTwice() throws {
        let store = try TestStore()
        #expect(try error(store.opening).code == .alreadyOpen)
        var other = store.opening
        let link = store.folder.appending(path: "link.sqlite")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: try #require(store.opening.url))
        other.url = link
        other.access = .readOnly
        #expect(try error(other).code == .alreadyOpen)
    }

    @Test("a store that goes while its opening waits for the lock is missing, unless it may be made")
    func removedMeanwhile() async throws {
        let store = try closedStore()
        let lock = try WriterLock.take(store.path + "-lock", of: store.path, store: "other", timeout: .zero)
        var opening = store.opening
        opening.creates = false
        opening.lockTimeout = .seconds(600)
        let waiting = opening
        let found = Task.detached { try error(waiting).code }
        try await Task.sleep(for: .milliseconds(50))
        try FileManager.default.removeItem(atPath: store.path)
        lock.release()
        #expect(try await found.value == .missing)
        #expect(!FileManager.default.fileExists(atPath: store.path))
    }

    @Test("the log has at most 4 MiB, whatever a page's size is")
    func logLimit() throws {
        let store = try closedStore()
        for (pageSize, pages) in [(4096, 1018), (512, 7825), (65536, 63)] {
            let path = store.folder.appending(path: "\(pageSize).sqlite").path
            let settings = ConnectionSettings(
                store: "other", path: path, busyTimeout: 100, cacheSize: 1 << 20, memoryMap: 0)
            let maker = try Connection(.create, settings)
            try maker.run("PRAGMA page_size = \(pageSize)")
            try maker.run("CREATE TABLE t (a)")
            #expect(pages * (pageSize + 24) + 32 <= 4 << 20)
            #expect(try Connection(.write, settings).log?.limit == pages)
            #expect(try Connection(.write, settings).integer("PRAGMA journal_size_limit") == 4 << 20)
            #expect(try Connection(.create, settings).integer("PRAGMA wal_autocheckpoint") == Int64(pages))
        }
        let open = try TestStore()
        #expect(open.store.writer?.log?.limit == 1018)
    }

    @Test("a store that is held names the process and the time")
    func held() throws {
        let store = try closedStore()
        let lock = try WriterLock.take(store.path + "-lock", of: store.path, store: "other", timeout: .zero)
        var opening = store.opening
        opening.lockTimeout = .milliseconds(20)
        let found = try error(opening)
        #expect(found.code == .held)
        #expect(found.details[.process] == String(ProcessInfo.processInfo.processIdentifier))
        #expect(found.details[.reason]?.hasPrefix("held since 20") == true)
        opening.lockTimeout = .seconds(-1)
        #expect(try error(opening).code == .held)
        lock.release()
        opening.lockTimeout = Duration(secondsComponent: .max, attosecondsComponent: 0)
        try StoreOpener(opening).open().close()
    }

    @Test("a file without a log, as other programs copy it, has one once it was opened for writing")
    func log() throws {
        let store = try closedStore()
        let settings = ConnectionSettings(
            store: "test", path: store.path, busyTimeout: 100, cacheSize: 1 << 20, memoryMap: 0)
        try Connection(.create, settings).run("PRAGMA journal_mode = DELETE")
        let url = try #require(store.opening.url)
        #expect(try Data(contentsOf: url)[18..<20] == Data([1, 1]))
        try StoreOpener(store.opening).open().close()
        #expect(try Data(contentsOf: url)[18..<20] == Data([2, 2]))
    }

    @Test("a log that was left beside a file that is gone is no part of what is made in its place")
    func staleLog() throws {
        let store = try TestStore()
        try store.insert([store.row("Tag", 1, ["label": .string("x")])])
        let log = try Data(contentsOf: URL(filePath: store.path + "-wal"))
        #expect(!log.isEmpty)
        let whole = store.folder.appending(path: "whole.sqlite")
        try StoreType.sqlite.copy(.init(.sqlite, at: try #require(store.opening.url)), .init(.sqlite, at: whole))
        try store.store.close()
        try FileManager.default.removeItem(atPath: store.path)

        try log.write(to: URL(filePath: store.path + "-wal"))
        try store.reopen()
        #expect(try store.snapshot().count(store.store.plan(store.query("Tag"))) == 0)
        try store.store.close()
        try FileManager.default.removeItem(atPath: store.path)

        try log.write(to: URL(filePath: store.path + "-wal"))
        try StoreType.sqlite.copy(.init(.sqlite, at: whole), .init(.sqlite, at: try #require(store.opening.url)))
        try store.reopen()
        #expect(try store.snapshot().count(store.store.plan(store.query("Tag"))) == 1)
        try store.store.close()
        try FileManager.default.removeItem(atPath: store.path)

        try log.write(to: URL(filePath: store.path + "-wal"))
        try StoreType.sqlite.destroy(.init(.sqlite, at: try #require(store.opening.url)))
        #expect(!FileManager.default.fileExists(atPath: store.path + "-wal"))
    }

    @Test("files of other kinds are foreign and say what is missing")
    func foreign() throws {
        let store = try closedStore()
        let url = try #require(store.opening.url)
        try Data("hello".utf8).write(to: url)
        #expect(try error(store.opening).details[.reason] == "not an SQLite database")
        try Data().write(to: url)
        #expect(try error(store.opening).details[.reason] == "the file is empty")
        try FileManager.default.removeItem(at: url)
        let connection = try Connection(
            .create, ConnectionSettings(store: "x", path: store.path, busyTimeout: 0, cacheSize: 0, memoryMap: 0))
        try connection.run("CREATE TABLE a (b)")
        let found = try error(store.opening)
        #expect(found.code == .foreign)
        #expect(found.details[.reason] == "SQLite database without Z_METADATA")
    }

    @Test("a newer format, a missing file and unknown options are refused with their own codes")
    func refused() throws {
        let store = try closedStore()
        var opening = store.opening
        opening.options.values["cachesize"] = .size(1)
        #expect(try error(opening).code == .invalidOption)
        opening.options.values = ["readers": .size(1)]
        #expect(try error(opening).code == .invalidOption)
        opening = store.opening
        opening.url = store.folder.appending(path: "none.sqlite")
        opening.creates = false
        #expect(try error(opening).code == .missing)
        let connection = try Connection(
            .write, ConnectionSettings(store: "x", path: store.path, busyTimeout: 0, cacheSize: 0, memoryMap: 0))
        try MetadataTables(connection: connection).setEntry(.format, 2)
        #expect(try error(store.opening).code == .unsupportedFormat)
    }

    @Test("a new store makes the folders that it lies in; a store that must be there names the folder that is missing")
    func missingFolder() throws {
        let store = try closedStore()
        let folder = store.folder.appending(path: "one/two/three")
        var opening = store.opening
        opening.url = folder.appending(path: "new.sqlite")
        opening.creates = false
        for access in StoreOpening.Access.allCases {
            opening.access = access
            opening.creates = access == .readOnly
            let missing = try error(opening)
            #expect(missing.code == .missing)
            #expect(missing.details[.path] == folder.path)
            #expect(missing.details[.store] == "test")
        }
        #expect(!FileManager.default.fileExists(atPath: store.folder.appending(path: "one").path))
        opening.access = .readWrite
        opening.creates = true
        try StoreOpener(opening).open().close()
        opening.creates = false
        try StoreOpener(opening).open().close()
        let copy = store.folder.appending(path: "four/five/copy.sqlite")
        try StoreType.sqlite.copy(.init(.sqlite, at: try #require(opening.url)), .init(.sqlite, at: copy))
        opening.url = copy
        try StoreOpener(opening).open().close()
    }

    @Test("a folder that cannot be made is named: a file is in its place, or a link that leads nowhere")
    func impossibleFolder() throws {
        let store = try closedStore()
        let link = store.folder.appending(path: "link")
        try FileManager.default.createSymbolicLink(
            at: link, withDestinationURL: store.folder.appending(path: "nowhere/at all"))
        var opening = store.opening
        for obstacle in [try #require(store.opening.url), link] {
            opening.url = obstacle.appending(path: "below/new.sqlite")
            let found = try error(opening)
            #expect(found.code == .missing)
            #expect(found.details[.path] == obstacle.path)
            #expect(found.details[.reason] == "Not a directory")
        }
    }

    @Test("a store of another model says in words what differs; entities may be added")
    func otherModel() throws {
        let store = try closedStore()
        var description = TestModel.description
        description.entities[4].attributes.append(TestModel.attribute("color", .string))
        var opening = store.opening
        opening.model = try ManagedObjectModel(description)
        opening.entities = opening.model.entities
        opening.placement = StorePlacement(aloneWith: opening.model)
        let found = try error(opening)
        #expect(found.code == .incompatibleModel)
        #expect(found.details[.entity] == "Tag")

        description = TestModel.description
        description.entities.append(TestModel.entity("Aardvark", [TestModel.attribute("label", .string)]))
        opening.model = try ManagedObjectModel(description)
        opening.entities = opening.model.entities
        opening.placement = StorePlacement(aloneWith: opening.model)
        let grown = try StoreOpener(opening).open()
        #expect(grown.context.schema.numbers["Aardvark"] == 7)
        #expect(grown.context.schema.numbers["asset"] == 1)
        try grown.close()
    }

    @Test("a read-only store answers, follows another writer's commits and refuses to write")
    func readOnly() throws {
        let store = try closedStore()
        var opening = store.opening
        opening.access = .readOnly
        let reader = try StoreOpener(opening).open()
        #expect(try reader.newestCommit() == 1)
        #expect(try #require(throws: StoreError.self) { try reader.begin(.full) }.code == .readOnly)
        #expect(
            try #require(throws: StoreError.self) {
                try reader.reserveKeys(store.entity("Tag").rootNumber, count: 1)
            }.code == .readOnly)
        let writer = try Connection(
            .write, ConnectionSettings(store: "x", path: store.path, busyTimeout: 0, cacheSize: 0, memoryMap: 0))
        try writer.run(
            "UPDATE ZX_WATERMARK SET ZX_COMMIT = 2, ZX_SEAL = \(MetadataTables.seal(MetadataTables.bytes(2)))")
        #expect(try reader.newestCommit() == 2)
        #expect(try reader.snapshot().commit == 2)
        try reader.close()
    }

    @Test("files that were cut off or have a flipped bit open with the same rows, or give a typed error")
    func damagedFiles() throws {
        let store = try closedStore()
        let url = try #require(store.opening.url)
        let whole = try Data(contentsOf: url)
        var random = RandomSource()
        for _ in 0..<60 {
            var bytes = whole
            if Bool.random(using: &random) {
                bytes = bytes.prefix(Int.random(in: 0..<bytes.count, using: &random))
            } else {
                let index = Int.random(in: 0..<bytes.count, using: &random)
                bytes[index] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            }
            for name in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: store.path + name) }
            try bytes.write(to: url)
            do {
                let opened = try StoreOpener(store.opening).open()
                var labels: [Value] = []
                try opened.snapshot().rows(store.entity("Tag").rootNumber, keys: [1]) { batch in
                    labels += batch.map { $0.value(for: PropertyKey("label")) }
                    return true
                }
                #expect(labels == [.string("x")] || labels.isEmpty)
                try opened.close()
            } catch let error as StoreError {
                let expected: [StoreError.Code] = [
                    .damaged, .foreign, .unsupportedFormat, .incompatibleModel, .inputOutput, .unsupported, .failed,
                    .permission, .readOnly,
                ]
                #expect(expected.contains(error.code), "\(error)")
            }
        }
    }

    @Test("layouts are kept, and a reference that begins to lead out of the store gets its peers")
    func placementChanges() throws {
        let store = try TestStore()
        try store.insert([
            store.row("Company", 1), store.row("Person", 1, ["employer": .object(store.id("Company", 1))]),
        ])
        let employer = try #require(try store.entity("Person").relationship(named: "employer"))
        try store.reopen { $0.placement.leavingReferences = [employer] }
        #expect(try store.store.metadata.layouts.count == 6 + 3)
        let person = try #require(try store.fetch("Person", 1))
        #expect(person.view.value(for: PropertyKey("employer")) == .object(try store.id("Company", 1)))
        let elsewhere = ObjectID(
            store: StoreNumber(interning: UUID()), root: try store.entity("Company").rootNumber, key: 1)
        try store.set(person, "employer", .object(elsewhere))
        try store.save(store.changes(inserting: [store.row("Person", 2)], updating: [person]))
        try store.reopen()
        let found = try #require(try store.fetch("Person", 1))
        #expect(found.view.value(for: PropertyKey("employer")) == .object(elsewhere))
        var keys: [Int64] = []
        for target in [try store.id("Company", 1), elsewhere] {
            try store.snapshot().rows(referencing: [target], through: employer) { batch in
                keys += batch.map(\.key)
                return true
            }
        }
        #expect(keys == [1])
        let summary = try store.snapshot().check { _ in }
        #expect(summary.outgoing == [elsewhere: 1])
        #expect(try store.store.metadata.peers.map(\.root) == ["Company"])
        let query = try store.query(
            "Person", .comparison(.init(.path(store.path("Person", "employer")), .equal, .constant(.object(elsewhere))))
        )
        #expect(try store.keys(query) == [1])
    }
}
