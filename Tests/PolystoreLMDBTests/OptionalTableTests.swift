import Foundation
import PolystoreLMDB
import PolystoreStorage
import TestFolders
import Testing

@testable import PolystoreLMDB
@testable import PolystoreRecordLayer

/// A file of an earlier format lacks the tables of a later one; here `links` and `data` are taken for such tables.
@Suite("LMDB files that lack tables of a later format")
struct OptionalTableTests {
    private static let optional: Set<EngineTable> = [.links, .data]

    private let folder: TemporaryFolder
    private var path: String { folder.path("items.lmdb") }
    private var items: ItemStore { ItemStore(folder: folder.url) }

    init() throws { folder = try TemporaryFolder("lmdb") }

    private static func engine(_ path: String, _ access: EngineOpening.Access) throws -> LMDBEngine {
        LMDBEngine(try LMDBFile.open(path, access, optionalTables: optional), writes: access == .write)
    }

    /// The names of a file's tables, as the library alone finds them.
    private func names() throws -> Set<String> {
        // A file is opened once in a process.
        let copy = try TemporaryFolder("lmdb")
        try FileManager.default.copyItem(atPath: path, toPath: copy.path("copy.lmdb"))
        return Set(try BareLibrary.dump(copy.path("copy.lmdb")).keys)
    }

    private static func put(_ key: UInt8, _ table: EngineTable, _ transaction: LMDBTransaction) throws {
        try [key].withUnsafeBytes { key in try [9].withUnsafeBytes { try transaction.put(table, key, $0) } }
    }

    private static func commit(_ key: UInt8, _ table: EngineTable, _ engine: LMDBEngine) throws {
        let transaction = try engine.begin(.full)
        try put(key, table, transaction)
        try transaction.commit()
    }

    private static func keys(_ reading: some OrderedReading, _ table: EngineTable) throws -> [[UInt8]] {
        var keys: [[UInt8]] = []
        for direction in [ScanDirection.backward, .forward] {
            keys = []
            try reading.scan(table, .all, direction) { (key, _) throws(StoreError) in
                keys.append(Array(key))
                return true
            }
        }
        #expect(try reading.count(table, .all, limit: .max) == keys.count)
        #expect(try reading.count(table, .all, limit: 5) == min(5, keys.count))
        for key in [[1], [2], [3]] as [[UInt8]] {
            #expect(try key.withUnsafeBytes { try reading.value(table, $0) != nil } == keys.contains(key))
        }
        #expect(
            try reading.values(table, [[1], [2], [3]]).map { $0 != nil } == [[1], [2], [3]].map { keys.contains($0) })
        return keys
    }

    @Test("a table that is not there is read as an empty one, and made by the first commit that writes it")
    func made() throws {
        try Self.engine(path, .create).close()
        let before: Set = ["metadata", "records", "indexes"]
        #expect(try names() == before)
        let engine = try Self.engine(path, .write)
        let old = try engine.snapshot()
        #expect(try Self.keys(old, .data).isEmpty)
        let transaction = try engine.begin(.full)
        #expect(try Self.keys(transaction, .data).isEmpty)
        try [1].withUnsafeBytes { try transaction.remove(.data, $0) }
        try Self.put(1, .records, transaction)
        try transaction.beginSavepoint()
        try Self.put(1, .data, transaction)
        #expect(try Self.keys(transaction, .data) == [[1]])
        transaction.rollback()
        #expect(try Self.keys(transaction, .data).isEmpty)
        try transaction.commit()
        #expect(try names() == before)

        let lost = try engine.begin(.full)
        try Self.put(1, .data, lost)
        lost.rollback()
        #expect(try names() == before)
        #expect(try Self.keys(engine.snapshot(), .data).isEmpty)

        let nested = try engine.begin(.full)
        try Self.put(2, .records, nested)
        try nested.beginSavepoint()
        try Self.put(2, .data, nested)
        try nested.commit()
        try Self.put(3, .data, nested)
        #expect(try Self.keys(nested, .data) == [[2], [3]])
        try nested.commit()
        #expect(try names() == before.union(["data"]))
        #expect(try Self.keys(engine.snapshot(), .data) == [[2], [3]])
        #expect(try Self.keys(old, .data).isEmpty)
        #expect(try Self.keys(engine.snapshot(), .links).isEmpty)
        try engine.close()

        let again = try Self.engine(path, .write)
        #expect(try Self.keys(again.snapshot(), .data) == [[2], [3]])
        try Self.commit(1, .links, again)
        #expect(try Self.keys(again.snapshot(), .links) == [[1]])
        try again.close()
        #expect(try names() == before.union(["data", "links"]))
    }

    @Test("a reader that was open before another process made a table reads it from its next snapshot on")
    func madeElsewhere() async throws {
        try Self.engine(path, .create).close()
        let reader = try Self.engine(path, .read)
        let old = try reader.snapshot()
        #expect(try Self.keys(old, .data).isEmpty)
        let path = path
        await #expect(processExitsWith: .success) { [path = path as String] in
            let engine = try OptionalTableTests.engine(path, .write)
            try OptionalTableTests.commit(1, .data, engine)
            try engine.close()
        }
        #expect(try Self.keys(old, .data).isEmpty)
        #expect(try Self.keys(reader.snapshot(), .data) == [[1]])
        #expect(try Self.keys(reader.snapshot(), .links).isEmpty)
        try reader.close()
    }

    @Test("a file that lacks a table which every file has is foreign")
    func required() throws {
        try Self.engine(path, .create).close()
        for access in [EngineOpening.Access.write, .read, .readAlone] {
            let error = #expect(throws: StoreError.self) { _ = try LMDBFile.open(path, access) }
            #expect(error?.code == .foreign)
        }
    }

    @Test(
        "a store in such a file is read as it is, and written on",
        arguments: [StoreOpening.Access.readOnly, .readWrite])
    func store(_ access: StoreOpening.Access) throws {
        let model = try items.model(["a"])
        let made = try RecordStore(Self.engine(path, .create), try items.opening(model))
        try items.insert(1...10, made, model)
        try made.close()
        let before: Set = ["metadata", "records", "indexes"]
        #expect(try names() == before)
        let engine = try Self.engine(path, access == .readOnly ? .read : .write)
        let store = try RecordStore(engine, try items.opening(model, access: access))
        #expect(try items.ones(store, model).keys == [1, 4, 7, 10])
        var findings: [StoreCheck.Finding] = []
        _ = try store.snapshot().check { findings.append($0) }
        #expect(findings.isEmpty)
        if access == .readWrite {
            try items.insert(11...13, store, model)
            #expect(try items.ones(store, model).keys == [1, 4, 7, 10, 13])
        }
        try store.close()
        #expect(try names() == before)
    }
}
