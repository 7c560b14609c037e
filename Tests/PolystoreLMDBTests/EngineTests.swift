import PolystoreRandom
import Foundation
import PolystoreRecordLayer
import PolystoreStorage
import Synchronization
import TestFolders
import Testing

@testable import PolystoreLMDB

@Suite("The LMDB engine")
struct EngineTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder("lmdb") }

    private func engine(_ options: [String: StoreOptions.Value] = [:]) throws -> LMDBEngine {
        let path = folder.path("engine.lmdb")
        // Made and opened again: a file that is being made has no reader slots.
        try LMDBFile.open(path, .create, options).synchronize()
        return LMDBEngine(try LMDBFile.open(path, .write, options), writes: true)
    }

    @Test("tables equal sorted arrays through random changes, savepoints and commits; snapshots keep what they showed")
    func random() throws {
        var source = RandomSource()
        let engine = try engine()
        var committed = Model()
        var kept: [(LMDBSnapshot, Model)] = []
        for _ in 0..<16 {
            let transaction = try engine.begin(.full)
            var model = committed
            for _ in 0..<Int.random(in: 1...4, using: &source) {
                let before = model
                try transaction.beginSavepoint()
                try change(transaction, &model, &source)
                if Int.random(in: 0..<3, using: &source) == 0 {
                    transaction.rollback()
                    model = before
                } else {
                    try transaction.commit()
                }
                try expectEqual(transaction, model)
            }
            if Int.random(in: 0..<4, using: &source) == 0 {
                transaction.rollback()
            } else {
                try transaction.commit()
                committed = model
            }
            if kept.count < 12 { kept.append((try engine.snapshot(), committed)) }
        }
        for (snapshot, model) in kept { try expectEqual(snapshot, model) }
        let last = try engine.snapshot()
        for _ in 0..<200 { try expectEqualRange(last, committed, &source) }
        try engine.close()
    }

    private typealias Model = [EngineTable: [[UInt8]: [UInt8]]]

    private func change(
        _ transaction: LMDBTransaction, _ model: inout Model, _ source: inout RandomSource
    ) throws {
        for _ in 0..<40 {
            let table = EngineTable.allCases.randomElement(using: &source) ?? .records
            let isShort = Bool.random(using: &source)
            let key = source.bytes(Int.random(in: 1...(isShort ? 3 : 440), using: &source), upTo: 3)
            if Int.random(in: 0..<3, using: &source) == 0 {
                model[table, default: [:]].removeValue(forKey: key)
                try key.withUnsafeBytes { try transaction.remove(table, $0) }
            } else {
                let isLarge = Int.random(in: 0..<20, using: &source) == 0
                let value = source.bytes(Int.random(in: 0...(isLarge ? 20_000 : 200), using: &source))
                model[table, default: [:]][key] = value
                try key.withUnsafeBytes { key in try value.withUnsafeBytes { try transaction.put(table, key, $0) } }
            }
        }
    }

    private func entries(
        _ reading: some OrderedReading, _ table: EngineTable, _ range: KeyRange, _ direction: ScanDirection
    ) throws -> [(key: [UInt8], value: [UInt8])] {
        var entries: [(key: [UInt8], value: [UInt8])] = []
        try reading.scan(table, range, direction) { (key, value) throws(StoreError) in
            entries.append((Array(key), Array(value)))
            return true
        }
        return entries
    }

    private func expectEqual(_ reading: some OrderedReading, _ model: Model) throws {
        for table in EngineTable.allCases {
            let expected = model[table, default: [:]].sorted { $0.key.lexicographicallyPrecedes($1.key) }
            let found = try entries(reading, table, .all, .forward)
            let isEqual = found.elementsEqual(expected) { $0.key == $1.key && $0.value == $1.value }
            #expect(isEqual, "\(table): \(found.count) entries found, \(expected.count) expected")
            #expect(try reading.count(table, .all, limit: .max) == expected.count)
            for (key, value) in expected.prefix(20) {
                let isFound = try key.withUnsafeBytes { try reading.value(table, $0)?.elementsEqual(value) ?? false }
                #expect(isFound)
            }
            // Keys of the same length are looked up together, whether or not they are there.
            for (length, keys) in Dictionary(grouping: expected.map(\.key), by: \.count) where length > 0 {
                let wanted = keys.flatMap { [$0, $0.dropLast() + [$0[length - 1] ^ 1]] }
                let together = try reading.values(table, wanted)
                #expect(together == wanted.map { model[table]?[$0] })
            }
        }
    }

    private func expectEqualRange(
        _ reading: some OrderedReading, _ model: Model, _ source: inout RandomSource
    ) throws {
        let table = EngineTable.allCases.randomElement(using: &source) ?? .records
        let lower = source.bytes(Int.random(in: 0...3, using: &source), upTo: 3)
        let upper =
            Int.random(in: 0..<4, using: &source) == 0
            ? nil : source.bytes(Int.random(in: 0...3, using: &source), upTo: 4)
        let range = KeyRange(lower: lower, upper: upper)
        let expected = model[table, default: [:]].keys.filter { key in
            !key.lexicographicallyPrecedes(lower) && (upper.map { key.lexicographicallyPrecedes($0) } ?? true)
        }.sorted { $0.lexicographicallyPrecedes($1) }
        #expect(try entries(reading, table, range, .forward).map(\.key) == expected)
        #expect(try entries(reading, table, range, .backward).map(\.key) == expected.reversed())
        #expect(try reading.count(table, range, limit: .max) == expected.count)
        #expect(try reading.count(table, range, limit: 2) == min(2, expected.count))
    }

    @Test("a visitor may read on, and may end the scan")
    func visitors() throws {
        let engine = try engine()
        var stored: [(key: [UInt8], value: [UInt8])] = []
        for number in 0..<500 { stored.append(([UInt8(number / 256), UInt8(number % 256)], [UInt8(number % 7)])) }
        try engine.put(stored)
        let snapshot = try engine.snapshot()
        var seen = 0
        try snapshot.scan(.records, .all, .forward) { (key, value) throws(StoreError) in
            seen += 1
            var inner = 0
            try snapshot.scan(.records, KeyRange(lower: Array(key), upper: nil), .forward) {
                (_, _) throws(StoreError) in
                inner += 1
                return inner < 3
            }
            #expect(try snapshot.value(.records, key)?.elementsEqual(value) == true)
            return seen < 100
        }
        #expect(seen == 100)
        try engine.close()
    }

    @Test("keys beyond the limit are refused, and are never there")
    func longKeys() throws {
        let engine = try engine()
        try engine.put([([UInt8](repeating: 1, count: 511), [1])])
        let error = #expect(throws: StoreError.self) {
            try engine.put([([UInt8](repeating: 1, count: 512), [1])])
        }
        #expect(error?.code == .unsupported)
        let snapshot = try engine.snapshot()
        let found = try [UInt8](repeating: 1, count: 512).withUnsafeBytes { try snapshot.value(.records, $0) == nil }
        #expect(found)
        try engine.close()
    }

    @Test("a transaction of another thread is refused instead of passed to the library")
    func threads() throws {
        let engine = try engine()
        let transaction = try engine.begin(.full)
        // SAFETY: used by one thread at a time; the semaphore comes between.
        struct Attempt: @unchecked Sendable {
            let transaction: LMDBTransaction
            let done = DispatchSemaphore(value: 0)
        }
        let attempt = Attempt(transaction: transaction)
        Thread.detachNewThread {
            do throws(StoreError) {
                try attempt.transaction.commit()
            } catch {
                Self.refusal.withLock { $0 = error.code }
            }
            attempt.done.signal()
        }
        attempt.done.wait()
        #expect(Self.refusal.withLock { $0 } == .outOfOrder)
        transaction.rollback()
        try engine.close()
    }

    private static let refusal = Mutex<StoreError.Code?>(nil)

    @Test("a full map fails the save that fills it; others and later ones go on")
    func mapFull() throws {
        let engine = try engine(["mapSize": .size(256 << 10)])
        let transaction = try engine.begin(.full)
        try transaction.beginSavepoint()
        try transaction.put(1, count: 10)
        try transaction.commit()
        try transaction.beginSavepoint()
        let error = #expect(throws: StoreError.self) { try transaction.put(2, count: 300_000) }
        #expect(error?.code == .full)
        #expect(error?.details[.limit] == "mapSize 262144")
        transaction.rollback()
        try transaction.beginSavepoint()
        try transaction.put(3, count: 10)
        try transaction.commit()
        try transaction.commit()
        let again = try engine.begin(.full)
        try again.beginSavepoint()
        #expect(throws: StoreError.self) { try again.put(4, count: 300_000) }
        again.rollback()
        try again.put(5, count: 10)
        try again.commit()
        let snapshot = try engine.snapshot()
        #expect(try entries(snapshot, .records, .all, .forward).map(\.key) == [[1], [3], [5]])
        try engine.close()
    }

    @Test("all slots taken is an error that names the limit, and a slot that is given back serves the next")
    func readersFull() throws {
        let engine = try engine(["readers": .count(3)])
        var held: [LMDBSnapshot] = []
        let error = #expect(throws: StoreError.self) {
            for _ in 0..<1000 { held.append(try engine.snapshot()) }
        }
        #expect(error?.code == .full)
        #expect(error?.details[.limit] == "readers 3")
        #expect(held.count >= 3)
        held.removeLast()
        _ = try engine.snapshot()
        try engine.close()
    }

    @Test("a value is inserted only where there is none, also below a savepoint")
    func inserting() throws {
        let engine = try engine()
        try engine.put([([1], [2])])
        let transaction = try engine.begin(.full)
        func insert(_ key: UInt8) throws -> Bool {
            try [key].withUnsafeBytes { key in try [9].withUnsafeBytes { try transaction.insert(.records, key, $0) } }
        }
        #expect(try !insert(1))
        #expect(try insert(3))
        try transaction.beginSavepoint()
        #expect(try insert(4))
        #expect(try !insert(3))
        transaction.rollback()
        #expect(try insert(4))
        try transaction.commit()
        let snapshot = try engine.snapshot()
        let values = try snapshot.reading { () throws(StoreError) in
            var values: [UInt8: UInt8] = [:]
            try snapshot.scan(.records, .all, .forward) { (key, value) throws(StoreError) in
                values[key[0]] = value[0]
                return true
            }
            return values
        }
        #expect(values == [1: 2, 3: 9, 4: 9])
    }

    @Test("a snapshot that is being read outlives the engine, an idle one is closed with it")
    func closing() throws {
        let engine = try engine()
        try engine.put([([1], [2])])
        let snapshot = try engine.snapshot()
        let value = try snapshot.reading { () throws(StoreError) in
            try engine.close()
            return try RecordedKey.with(1) { (key) throws(StoreError) in try snapshot.value(.records, key)?.first }
        }
        #expect(value == 2)
        let error = #expect(throws: StoreError.self) { try snapshot.reading {} }
        #expect(error?.code == .closed)
        let refusal = #expect(throws: StoreError.self) {
            try RecordedKey.with(1) { (key) throws(StoreError) in _ = try snapshot.value(.records, key) }
        }
        #expect(refusal?.code == .closed)
        #expect(throws: StoreError.self) { try engine.snapshot() }
        try engine.close()
    }
}

/// A key of one byte, for closures that throw typed errors.
private enum RecordedKey {
    static func with<Result>(
        _ byte: UInt8, _ body: (UnsafeRawBufferPointer) throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
        try withUnsafeBytes(of: byte) { bytes in
            Swift.Result { () throws(StoreError) in try body(bytes) }
        }.get()
    }
}

extension LMDBTransaction {
    fileprivate func put(_ key: UInt8, count: Int) throws {
        let value = [UInt8](repeating: key, count: count)
        try [key].withUnsafeBytes { key in try value.withUnsafeBytes { try put(.records, key, $0) } }
    }
}

extension LMDBEngine {
    /// Puts entries into the table of records, in one transaction.
    fileprivate func put(_ entries: [(key: [UInt8], value: [UInt8])]) throws {
        let transaction = try begin(.full)
        do {
            for (key, value) in entries {
                try key.withUnsafeBytes { key in try value.withUnsafeBytes { try transaction.put(.records, key, $0) } }
            }
            try transaction.commit()
        } catch {
            transaction.rollback()
            throw error
        }
    }
}
