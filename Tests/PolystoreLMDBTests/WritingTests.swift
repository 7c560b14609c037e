import Foundation
import PolystoreRandom
import PolystoreRecordLayer
import PolystoreStorage
import TestFolders
import Testing

@testable import PolystoreLMDB

@Suite("What is written where the last write was")
struct WritingTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder("lmdb") }

    @Test("any order of writing, removing and reading, with savepoints, leaves what it should, down to nothing")
    func anyOrder() throws {
        var source = RandomSource()
        let path = folder.path("writing.lmdb")
        try LMDBFile.open(path, .create).synchronize()
        let engine = LMDBEngine(try LMDBFile.open(path, .write), writes: true)
        var stored: [EngineTable: [[UInt8]: [UInt8]]] = [:]
        for round in 0..<12 {
            let transaction = try engine.begin(.full)
            for _ in 0..<3 {
                let before = stored
                try transaction.beginSavepoint()
                // Some rounds only remove, so that pages are merged until none is left.
                try change(transaction, &stored, removesOnly: round % 4 == 3, &source)
                if Bool.random(using: &source) {
                    let inner = stored
                    try transaction.beginSavepoint()
                    try change(transaction, &stored, removesOnly: round % 5 == 4, &source)
                    transaction.rollback()
                    stored = inner
                    try change(transaction, &stored, removesOnly: false, &source)
                }
                if Int.random(in: 0..<3, using: &source) == 0 {
                    transaction.rollback()
                    stored = before
                } else {
                    try transaction.commit()
                }
                // On where the outer transaction was before the savepoint, which may have split or emptied its pages.
                try change(transaction, &stored, removesOnly: round % 6 == 5, &source)
            }
            try transaction.commit()
            let snapshot = try engine.snapshot()
            for table in [EngineTable.records, .indexes] {
                var found: [[UInt8]: [UInt8]] = [:]
                try snapshot.scan(table, .all, .forward) { (key, value) throws(StoreError) in
                    found[Array(key)] = Array(value)
                    return true
                }
                #expect(found == stored[table, default: [:]], "\(table) in round \(round)")
            }
        }
        try engine.close()
    }

    @Test("a reader that ends takes nothing of the file that a writer is making longer")
    func readerBesideRoom() throws {
        let path = folder.path("room.lmdb")
        try LMDBFile.open(path, .create).synchronize()
        let engine = LMDBEngine(try LMDBFile.open(path, .write), writes: true)
        func taken() throws -> Int {
            var status = stat()
            try #require(stat(path, &status) == 0)
            return Int(status.st_blocks) * 512
        }
        let transaction = try engine.begin(.full)
        let value = [UInt8](repeating: 7, count: 4_000)
        for number in 0..<2_000 {
            try withUnsafeBytes(of: number.bigEndian) { key in
                try value.withUnsafeBytes { try transaction.put(.records, key, $0) }
            }
        }
        try transaction.reserveRoom()
        let reserved = try taken()
        withExtendedLifetime(try engine.snapshot()) {}
        // Where the file system can reserve nothing, nothing could be taken.
        #expect(try taken() == reserved)
        try transaction.commit()
        #expect(try engine.snapshot().count(.records, .all, limit: .max) == 2_000)
        try engine.close()
    }

    private func change(
        _ transaction: LMDBTransaction, _ stored: inout [EngineTable: [[UInt8]: [UInt8]]], removesOnly: Bool,
        _ source: inout RandomSource
    ) throws {
        let isSorted = Bool.random(using: &source)
        for table in [EngineTable.records, .indexes] {
            // Few long keys fit into a page: branches are split and merged as well.
            let longest = table == .records ? 12 : 400
            var keys = (0..<200).map { _ in source.bytes(Int.random(in: 2...longest, using: &source), upTo: 5) }
            if removesOnly { keys = Array(stored[table, default: [:]].keys) }
            if isSorted { keys.sort { $0.lexicographicallyPrecedes($1) } }
            var entries = stored.removeValue(forKey: table) ?? [:]
            for key in keys {
                try key.withUnsafeBytes { bytes in
                    switch removesOnly ? 0 : Int.random(in: 0..<4, using: &source) {
                    case 0:
                        try transaction.remove(table, bytes)
                        entries.removeValue(forKey: key)
                    case 1:
                        let value = source.bytes(Int.random(in: 0..<300, using: &source))
                        let isNew = try value.withUnsafeBytes { try transaction.insert(table, bytes, $0) }
                        #expect(isNew == (entries[key] == nil))
                        if isNew { entries[key] = value }
                    case 2:
                        #expect(try transaction.value(table, bytes).map { Array($0) } == entries[key])
                    default:
                        let value = source.bytes(Int.random(in: 0..<300, using: &source))
                        try value.withUnsafeBytes { try transaction.put(table, bytes, $0) }
                        entries[key] = value
                    }
                }
            }
            stored[table] = entries
        }
    }
}
