import Foundation
import Polystore
import PolystoreRandom
import PolystoreRecordLayer
import PolystoreStorage
import Testing

@testable import PolystoreLMDB

extension DiskTests {
    /// What a commit waits for is in the file, and what makes it the last state is not yet.
    @Suite("LMDB stores whose last state is in the redo log")
    struct RedoLogTests {
        private let folder = TemporaryFolder()
        private var path: String { folder.path("redo.lmdb") }

        /// An engine whose calls to the disk are recorded, and what is on the disk by then.
        private func engine() throws -> (LMDBEngine, DiskImage) {
            try LMDBFile.open(path, .create).synchronize()
            let engine = LMDBEngine(try LMDBFile.open(path, .write), writes: true)
            let image = DiskImage([UInt8](try Data(contentsOf: URL(fileURLWithPath: path))))
            DiskCalls.watch(folder.url)
            return (engine, image)
        }

        /// What is on the disk for certain, as a file of its own.
        private func cut(_ image: DiskImage, _ name: String) throws -> String {
            var disk = image
            for call in DiskCalls.calls(to: "redo.lmdb") { disk.take(call) }
            let other = folder.path(name)
            try Data(disk.certain).write(to: URL(fileURLWithPath: other))
            return other
        }

        private func records(_ engine: LMDBEngine) throws -> [[UInt8]: [UInt8]] {
            var found: [[UInt8]: [UInt8]] = [:]
            try engine.snapshot().scan(.records, .all, .forward) { (key, value) throws(StoreError) in
                found[Array(key)] = Array(value)
                return true
            }
            return found
        }

        /// The keys of a file, which is opened for writing and closed.
        private func keys(_ path: String) throws -> Set<String> {
            let opened = LMDBEngine(try LMDBFile.open(path, .write), writes: true)
            let keys = Set(try records(opened).keys.map { String(decoding: $0, as: UTF8.self) })
            try opened.close()
            return keys
        }

        private func put(_ transaction: LMDBTransaction, _ key: String, _ value: [UInt8]) throws {
            try Array(key.utf8).withUnsafeBytes { key in
                try value.withUnsafeBytes { try transaction.put(.records, key, $0) }
            }
        }

        private func commit(_ engine: LMDBEngine, _ key: String, _ value: [UInt8]) throws {
            let transaction = try engine.begin(.full)
            try put(transaction, key, value)
            try transaction.commit()
        }

        @Test("P2: what any transaction wrote, removed and gave up is so after a cut right behind its commit")
        func anyTransaction() throws {
            defer { DiskCalls.stop() }
            var source = RandomSource()
            let (engine, image) = try engine()
            var recovered = 0
            for round in 0..<60 {
                let transaction = try engine.begin(.full)
                for _ in 0...source.below(3) {
                    let nests = source.chance(2)
                    if nests { try transaction.beginSavepoint() }
                    for _ in 0..<source.below(12) {
                        let key = source.bytes(1 + source.below(20), upTo: 3)
                        let value = source.bytes(source.below(source.chance(8) ? 9000 : 200))
                        try key.withUnsafeBytes { key in
                            try value.withUnsafeBytes { value in
                                switch source.below(4) {
                                case 0: try transaction.remove(.records, key)
                                case 1: _ = try transaction.insert(.records, key, value)
                                default: try transaction.put(.records, key, value)
                                }
                            }
                        }
                    }
                    if nests, source.chance(3) {
                        transaction.rollbackToSavepoint()
                    } else if nests {
                        try transaction.releaseSavepoint()
                    }
                }
                try transaction.commit()
                let other = try cut(image, "\(round).lmdb")
                if try LMDBFile.needsRecovery(other) { recovered += 1 }
                let opened = LMDBEngine(try LMDBFile.open(other, .write, ["verify": .word("full")]), writes: true)
                #expect(try records(opened) == records(engine), "round \(round)")
                try opened.close()
                #expect(try !LMDBFile.needsRecovery(other))
            }
            // Some rounds change nothing, or more than a record holds.
            #expect(recovered > 30, "\(recovered)")
            try engine.close()
        }

        @Test("P3: a transaction that is longer than a record waits for the page that makes it the last state")
        func longTransaction() throws {
            defer { DiskCalls.stop() }
            let (engine, image) = try engine()
            try commit(engine, "short", [1])
            #expect(try LMDBFile.needsRecovery(try cut(image, "short.lmdb")))
            try commit(engine, "long", [UInt8](repeating: 7, count: RedoPlace.slotLength))
            let other = try cut(image, "long.lmdb")
            #expect(try !LMDBFile.needsRecovery(other))
            #expect(try keys(other) == ["short", "long"])
            try engine.close()
        }

        @Test("a record with a wrong bit anywhere is not believed: the store opens at the state before")
        func tornRecord() throws {
            defer { DiskCalls.stop() }
            var source = RandomSource()
            let (engine, image) = try engine()
            try commit(engine, "first", [1])
            try commit(engine, "second", [2])
            let walk = try LMDBPageWalk.check(path, .metadata)
            let place = try #require(walk.redo)
            let length = RedoRecord.header + RedoRecord.entryHeader + "second".utf8.count + 1
            for _ in 0..<60 {
                let other = try cut(image, "torn.lmdb")
                var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: other)))
                let offset = place.offset(of: walk.head.newest.transaction) + source.below(length)
                bytes[offset] ^= 1 << source.below(8)
                try Data(bytes).write(to: URL(fileURLWithPath: other))
                #expect(try keys(other) == ["first"], "offset \(offset)")
            }
            try engine.close()
        }

        @Test("a record that follows another state of the same number is of another time, and gone after opening")
        func stranger() throws {
            defer { DiskCalls.stop() }
            let (engine, image) = try engine()
            try commit(engine, "first", [1])
            try engine.close()
            let place = try #require(try LMDBPageWalk.check(path, .metadata).redo)
            let last = try LMDBHead(of: path).newest.transaction
            let state = try FileReader(path).bytes(from: place.offset(ofState: last), count: RedoPlace.stateLength)
            for isOfOtherState in [false, true] {
                var record = [UInt8](repeating: 0, count: 100)
                let base = RedoRecord.mark(state) ^ (isOfOtherState ? 1 : 0)
                record.withUnsafeMutableBytes {
                    RedoRecord.seal($0, end: RedoRecord.header, transaction: last + 1, base: base)
                }
                let other = try cut(image, "stranger.lmdb")
                var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: other)))
                bytes.replaceSubrange(place.offset(of: last + 1)..<place.offset(of: last + 1) + 100, with: record)
                try Data(bytes).write(to: URL(fileURLWithPath: other))
                #expect(try LMDBFile.needsRecovery(other) == !isOfOtherState)
                try LMDBEngine(try LMDBFile.open(other, .write), writes: true).close()
                // One that changes nothing makes no state.
                #expect(try place.anyRecord(inSlotOf: last + 1, of: FileReader(other)) == nil)
            }
        }

        @Test("a commit that fails leaves no record of itself")
        func failedCommit() throws {
            defer { DiskCalls.stop() }
            let (engine, _) = try engine()
            try commit(engine, "first", [1])
            let transaction = try engine.begin(.full)
            try put(transaction, "second", [2])
            DiskCalls.fail(.sync, after: 0, error: EIO, isLasting: false)
            #expect(throws: StoreError.self) { try transaction.commit() }
            #expect(try !LMDBFile.needsRecovery(path))
            #expect(try Set(records(engine).keys) == [Array("first".utf8)])
            try engine.close()
        }

        @Test("P2: what a sync that failed had taken for written is written again before anything relies on it")
        func failedSync() throws {
            defer { DiskCalls.stop() }
            var (engine, disk) = try engine()
            try commit(engine, "first", [1])
            var taken = DiskCalls.calls(to: "redo.lmdb").count
            DiskCalls.calls(to: "redo.lmdb").forEach { disk.take($0) }
            let failing = try engine.begin(.full)
            try put(failing, "second", [2])
            DiskCalls.fail(.sync, after: 0, error: ENOSPC, isLasting: false)
            #expect(throws: StoreError.self) { try failing.commit() }
            var isLost = false
            for call in DiskCalls.calls(to: "redo.lmdb")[taken...] {
                // The first that comes behind the sync takes the record back: what was to be synced is lost, also what
                // made the first commit the last state.
                if case .write(_, let bytes, _) = call, bytes == [UInt8](repeating: 0, count: 8) {
                    disk.losePending()
                    isLost = true
                }
                disk.take(call)
            }
            taken = DiskCalls.calls(to: "redo.lmdb").count
            #expect(isLost)
            var expected: Set = ["first"]
            for key in ["third", "fourth", "fifth"] {
                try commit(engine, key, [3])
                expected.insert(key)
                for call in DiskCalls.calls(to: "redo.lmdb")[taken...] { disk.take(call) }
                taken = DiskCalls.calls(to: "redo.lmdb").count
                let other = folder.path("\(key).lmdb")
                try Data(disk.certain).write(to: URL(fileURLWithPath: other))
                #expect(try keys(other) == expected, "\(key)")
            }
            try engine.close()
        }

        @Test("P2: a record that cannot be taken back is taken back before anything else is committed")
        func orphan() throws {
            defer { DiskCalls.stop() }
            let (engine, image) = try engine()
            try commit(engine, "first", [1])
            let failing = try engine.begin(.full)
            try put(failing, "second", [2])
            // Its sync fails, and so does the write that would take its record back.
            DiskCalls.fail([.sync, .write], after: 3, error: EIO, isLasting: true)
            #expect(throws: StoreError.self) { try failing.commit() }
            let refused = try engine.begin(.full)
            try put(refused, "third", [3])
            #expect(throws: StoreError.self) { try refused.commit() }
            DiskCalls.fail([], after: 0, error: 0, isLasting: false)
            try commit(engine, "fourth", [4])
            #expect(try keys(cut(image, "orphan.lmdb")) == ["first", "fourth"])
            try engine.close()
        }

        @Test("a file without room for a redo log is written all the same, and gets one when there is room")
        func smallMap() throws {
            let options: [String: StoreOptions.Value] = ["mapSize": .size(64 << 10)]
            try LMDBFile.open(path, .create, options).synchronize()
            #expect(try LMDBPageWalk.check(path, .metadata).redo == nil)
            let small = LMDBEngine(try LMDBFile.open(path, .write, options), writes: true)
            try commit(small, "small", [1])
            try small.close()
            #expect(try keys(path) == ["small"])
            #expect(try LMDBPageWalk.check(path, .metadata).redo != nil)
        }

        @Test("P2: whoever reads a store after a cut reads the last save, and brings it in")
        func reading() throws {
            let graph = Graph(folder)
            try graph.make("Ada")
            let (disk, commit) = try graph.cutBehindSave(of: "Cleo")
            let other = Graph(folder.url("other"))
            try FileManager.default.createDirectory(at: other.folder, withIntermediateDirectories: true)
            try Data(disk.certain).write(to: other.file)
            #expect(try LMDBFile.needsRecovery(other.file.path))
            let reader = try other.open { ($0.access, $0.creates) = (.readOnly, false) }
            #expect(try Graph.names(reader) == ["Ada", "Cleo"])
            try reader.close()
            #expect(try !LMDBFile.needsRecovery(other.file.path))
            // The same for who only asks what the store is.
            try Data(disk.certain).write(to: other.file)
            #expect(try StoreType.lmdb.metadata(other.file).watermark == commit)
        }

        @Test("a copy is the store at one commit, whatever the redo log holds by then")
        func copying() throws {
            defer { DiskCalls.stop() }
            let (engine, image) = try engine()
            try commit(engine, "first", [1])
            let other = try cut(image, "cut.lmdb")
            #expect(try LMDBFile.needsRecovery(other))
            // A copy whose log is ahead of it, as when somebody commits while the pages are copied.
            let reader = try LMDBFile.open(other, .read)
            try reader.copy(to: folder.path("copy.lmdb"))
            #expect(try !LMDBFile.needsRecovery(folder.path("copy.lmdb")))
            #expect(try keys(folder.path("copy.lmdb")).isEmpty)
            try engine.close()
        }
    }
}
