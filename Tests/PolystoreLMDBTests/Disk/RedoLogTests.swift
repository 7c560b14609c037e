import Foundation
import Polystore
import PolystoreRandom
import PolystoreStorage
import Testing

@testable import PolystoreLMDB
@testable import PolystoreRecordLayer

extension DiskTests {
    /// What a commit waits for is in the redo log, and its pages are not on the disk yet.
    @Suite("LMDB stores whose last commits are in the redo log")
    struct RedoLogTests {
        private let folder = TemporaryFolder()
        private var path: String { folder.path("redo.lmdb") }

        /// An engine whose calls to the disk are recorded, and what is on the disk by then.
        private func engine(limit: Int = 16 << 20) throws -> (LMDBEngine, DiskFolder) {
            try LMDBFile.open(path, .create).synchronize()
            let file = try LMDBFile.open(path, .write, ["redoLog": .size(limit)])
            let disk = try DiskFolder(URL(fileURLWithPath: path))
            DiskCalls.watch(folder.url)
            return (LMDBEngine(file, writes: true), disk)
        }

        /// What is on the disk for certain, as a store of its own.
        private func cut(_ disk: DiskFolder, _ name: String) throws -> String {
            var disk = disk
            disk.takeAll()
            let other = folder.path(name)
            try disk.writeCertain(to: URL(fileURLWithPath: other))
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

        /// The records of a store, every page of which is looked at; it is opened for writing and closed.
        private func records(in path: String) throws -> [[UInt8]: [UInt8]] {
            let opened = LMDBEngine(try LMDBFile.open(path, .write, ["verify": .word("full")]), writes: true)
            let found = try records(opened)
            try opened.close()
            return found
        }

        private func keys(_ path: String) throws -> Set<String> {
            Set(try records(in: path).keys.map { String(decoding: $0, as: UTF8.self) })
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

        /// Commits something at random, with savepoints.
        private func commit(
            _ engine: LMDBEngine, _ durability: Durability, _ source: inout RandomSource
        ) throws {
            let transaction = try engine.begin(durability)
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
            // What changes nothing waits for nothing.
            try put(transaction, "last", source.bytes(8))
            try transaction.commit()
        }

        @Test(
            "P2: what any transaction wrote, removed and gave up is so after a cut right behind its commit",
            arguments: [64 << 10, 256 << 10, 16 << 20])
        func anyTransaction(_ limit: Int) throws {
            defer { DiskCalls.stop() }
            var source = RandomSource()
            let (engine, disk) = try engine(limit: limit)
            for round in 0..<60 {
                try commit(engine, .full, &source)
                let other = try cut(disk, "cut.lmdb")
                #expect(try records(in: other) == records(engine), "round \(round)")
                #expect(try !LMDBFile.needsRecovery(other))
            }
            let last = try records(engine)
            try engine.close()
            // A store that was closed needs no log.
            let closed = try cut(disk, "closed.lmdb")
            #expect(try !LMDBFile.needsRecovery(closed))
            try FileManager.default.removeItem(atPath: closed + RedoFile.suffix)
            #expect(try records(in: closed) == last)
        }

        @Test(
            "P2: whatever a cut leaves of pages and log, the store opens at the last commit that waited or a later one")
        func anyCut() throws {
            defer { DiskCalls.stop() }
            var source = RandomSource()
            let (engine, start) = try engine(limit: 64 << 10)
            var disk = start
            var states = [try records(engine)]
            var durable: [(calls: Int, state: Int)] = [(0, 0)]
            for _ in 0..<120 {
                let durability: Durability = source.chance(2) ? .full : .losesLastSavesOnPowerCut
                // Behind this, commits are shown when they are on the disk, not before.
                if source.chance(60) { try engine.file().redo?.gate.meet() }
                try commit(engine, durability, &source)
                states.append(try records(engine))
                if durability == .full { durable.append((DiskCalls.all.count, states.count - 1)) }
            }
            let calls = DiskCalls.all
            DiskCalls.stop()
            var later = 0
            let other = URL(fileURLWithPath: folder.path("cut.lmdb"))
            for (index, call) in calls.enumerated() {
                disk.take(call)
                guard source.chance(3) else { continue }
                try disk.writeCut(to: other, &source)
                let found = try records(in: other.path)
                let least = try #require(durable.last { $0.calls <= index + 1 }).state
                let state = states[least...].firstIndex(of: found)
                #expect(state != nil, "after \(index + 1) calls")
                if let state, state > least { later += 1 }
            }
            #expect(later > 0)
            try engine.close()
        }

        @Test("P2: a cut while the last commits are brought in harms nothing: they are brought in the next time")
        func cutWhileRecovering() throws {
            defer { DiskCalls.stop() }
            var source = RandomSource()
            let (engine, disk) = try engine(limit: 256 << 10)
            for _ in 0..<20 { try commit(engine, .full, &source) }
            let expected = try records(engine)
            let broken = try cut(disk, "broken.lmdb")
            var recovering = try DiskFolder(URL(fileURLWithPath: broken))
            DiskCalls.watch(folder.url)
            #expect(try records(in: broken) == expected)
            let calls = DiskCalls.all.filter { $0.name.hasPrefix("broken.lmdb") }
            DiskCalls.stop()
            #expect(calls.count > 5)
            let other = URL(fileURLWithPath: folder.path("again.lmdb"))
            for (index, call) in calls.enumerated() {
                recovering.take(call)
                for _ in 0..<4 {
                    try recovering.writeCut(to: other, &source)
                    #expect(try records(in: other.path) == expected, "after \(index + 1) calls")
                }
            }
            try engine.close()
        }

        @Test("P3: a transaction that is longer than the log waits for its pages, and for the log to begin behind them")
        func longTransaction() throws {
            defer { DiskCalls.stop() }
            let (engine, disk) = try engine(limit: 64 << 10)
            try commit(engine, "long, without a log", [UInt8](repeating: 7, count: 2 << 20))
            #expect(!FileManager.default.fileExists(atPath: path + RedoFile.suffix))
            try commit(engine, "short", [1])
            try commit(engine, "long", [UInt8](repeating: 7, count: 100 << 10))
            #expect(try keys(cut(disk, "long.lmdb")) == ["long, without a log", "short", "long"])
            try commit(engine, "longer", [UInt8](repeating: 7, count: 2 << 20))
            try commit(engine, "last", [1])
            #expect(try keys(cut(disk, "longer.lmdb")).count == 5)
            try engine.close()
        }

        @Test("a record with a wrong bit anywhere is not believed: the store opens at the state before")
        func tornRecord() throws {
            defer { DiskCalls.stop() }
            var source = RandomSource()
            let (engine, disk) = try engine()
            try commit(engine, "first", [1])
            try commit(engine, "second", [2])
            let header = RedoRecord.header + RedoRecord.entryHeader
            let second = RedoRing.next(RedoRing.start + header + "first".utf8.count + 1)
            for _ in 0..<60 {
                let other = try cut(disk, "torn.lmdb")
                let log = URL(fileURLWithPath: other + RedoFile.suffix)
                var bytes = [UInt8](try Data(contentsOf: log))
                let offset = second + source.below(header + "second".utf8.count + 1)
                bytes[offset] ^= 1 << source.below(8)
                try Data(bytes).write(to: log)
                #expect(try keys(other) == ["first"], "offset \(offset)")
            }
            try engine.close()
        }

        @Test("a log that belongs to another file, or to an older one of the name, is left alone")
        func stranger() throws {
            defer { DiskCalls.stop() }
            let (engine, disk) = try engine()
            try commit(engine, "first", [1])
            try engine.close()
            let older = folder.path("older.lmdb")
            try FileManager.default.copyItem(atPath: path, toPath: older)
            let again = LMDBEngine(try LMDBFile.open(path, .write), writes: true)
            try commit(again, "second", [2])
            let other = try cut(disk, "other.lmdb")
            #expect(try LMDBFile.needsRecovery(other))
            try FileManager.default.removeItem(atPath: other)
            try FileManager.default.moveItem(atPath: older, toPath: other)
            #expect(try !LMDBFile.needsRecovery(other))
            #expect(try keys(other) == ["first"])
            let third = LMDBEngine(try LMDBFile.open(other, .write), writes: true)
            try commit(third, "third", [3])
            try third.close()
            #expect(try keys(other) == ["first", "third"])
            try again.close()
        }

        @Test("a copy that was made before the log's base is left alone beside the log of its own session")
        func olderCopy() throws {
            defer { DiskCalls.stop() }
            let (engine, start) = try engine(limit: 64 << 10)
            try commit(engine, "first", [1])
            let older = try Data(contentsOf: URL(fileURLWithPath: path))
            for number in 0..<50 { try commit(engine, "\(number)", [1]) }
            var disk = start
            disk.takeAll()
            let other = URL(fileURLWithPath: folder.path("older.lmdb"))
            try disk.writeWhole(to: other)
            #expect(try LMDBFile.needsRecovery(other.path))
            try older.write(to: other)
            #expect(try !LMDBFile.needsRecovery(other.path))
            #expect(try keys(other.path) == ["first"])
            try engine.close()
        }

        @Test("a file that another program has written behind the log's records is not taken back")
        func otherWriter() throws {
            defer { DiskCalls.stop() }
            let (engine, start) = try engine()
            for key in ["first", "second", "third"] { try commit(engine, key, [1]) }
            var disk = start
            disk.takeAll()
            let other = folder.path("written.lmdb")
            try disk.writeWhole(to: URL(fileURLWithPath: other))
            let log = try #require(try RedoFile(of: other, makes: false))
            var head = try #require(log.head)
            (head.machineStart, head.begin) = (MachineStart.current, RedoRing.start)
            try log.write(head)
            // The log ends before what the file holds.
            let zeros = [UInt8](repeating: 0, count: 8)
            try zeros.withUnsafeBytes { try log.put($0, at: RedoRing.start) }
            let error = #expect(throws: StoreError.self) { try LMDBFile.open(other, .write) }
            #expect(error?.code == .damaged)
            #expect("\(String(describing: error))".contains("another program"), "\(String(describing: error))")
            try FileManager.default.removeItem(atPath: other + RedoFile.suffix)
            #expect(try keys(other) == ["first", "second", "third"])
            try engine.close()
        }

        @Test("what a process had committed that was killed is there, on a machine that runs on")
        func killed() throws {
            defer { DiskCalls.stop() }
            let (engine, disk) = try engine()
            try commit(engine, "first", [1])
            try commit(engine, "second", [2])
            var whole = disk
            whole.takeAll()
            let other = folder.path("killed.lmdb")
            try whole.writeWhole(to: URL(fileURLWithPath: other))
            let log = try #require(try RedoFile(of: other, makes: false))
            var head = try #require(log.head)
            head.machineStart = MachineStart.current
            try log.write(head)
            // Nobody has it open: its memory may have been lost with a disk that went away.
            #expect(try LMDBFile.needsRecovery(other))
            #expect(try keys(other) == ["first", "second"])
            try engine.close()
        }

        @Test("P2: a commit whose record the disk does not take waits for its pages instead")
        func refusedRecord() throws {
            defer { DiskCalls.stop() }
            for kind in [DiskCalls.Kinds.write, .sync] {
                try? FileManager.default.removeItem(atPath: path)
                try? FileManager.default.removeItem(atPath: path + RedoFile.suffix)
                let (engine, start) = try engine()
                var disk = start
                try commit(engine, "first", [1])
                disk.takeAll()
                let taken = DiskCalls.all.count
                DiskCalls.fail(kind, after: 0, error: EIO, isLasting: false)
                try commit(engine, "second", [2])
                #expect(DiskCalls.failures == 1)
                // What a sync that failed had taken for written is never written.
                if kind == .sync { disk.losePending(of: RedoFile.suffix) }
                disk.takeAll(from: taken)
                let other = folder.path("refused.lmdb")
                try disk.writeCertain(to: URL(fileURLWithPath: other))
                #expect(try keys(other) == ["first", "second"])
                try commit(engine, "third", [3])
                #expect(try keys(path) == ["first", "second", "third"])
                try engine.close()
                DiskCalls.stop()
            }
        }

        @Test("P2: a record of a transaction that failed is taken back before anything else is committed")
        func orphan() throws {
            defer { DiskCalls.stop() }
            let (engine, disk) = try engine()
            try commit(engine, "first", [1])
            let failing = try engine.begin(.full)
            try put(failing, "second", [2])
            // The record is written, its pages and what would take it back are not.
            DiskCalls.fail([.write], after: 1, error: ENOSPC, isLasting: true)
            #expect(throws: StoreError.self) { try failing.commit() }
            let refusal = #expect(throws: StoreError.self) { try commit(engine, "third", [3]) }
            #expect(refusal?.code == .full)
            DiskCalls.fail([], after: 0, error: 0, isLasting: false)
            try commit(engine, "fourth", [4])
            #expect(try keys(cut(disk, "orphan.lmdb")) == ["first", "fourth"])
            try engine.close()
        }

        @Test(
            "P2: when pages cannot be put on the disk nothing more is committed, and what was is there when the store is opened anew"
        )
        func refusedPages() throws {
            defer { DiskCalls.stop() }
            let (engine, start) = try engine(limit: 64 << 10)
            var disk = start
            var expected: Set<String> = []
            for key in ["first", "second"] {
                try commit(engine, key, [1])
                expected.insert(key)
            }
            // The next commit is followed by a checkpoint: its record is synced, the pages are not.
            DiskCalls.fail(.sync, after: 1, error: EIO, isLasting: false)
            try commit(engine, "third", [1])
            expected.insert("third")
            try Signal.poll { DiskCalls.failures == 1 }
            // What a sync that failed had taken for written is never written.
            disk.takeAll()
            disk.losePending()
            let taken = DiskCalls.all.count
            var error: StoreError?
            for number in 0..<1000 where error == nil {
                do {
                    try commit(engine, "\(number)", [1])
                    expected.insert("\(number)")
                } catch let caught as StoreError {
                    error = caught
                }
            }
            #expect(error?.code == .failed)
            #expect((error?.cause as? StoreError)?.code == .inputOutput)
            #expect(throws: StoreError.self) { try engine.begin(.full) }
            #expect(throws: StoreError.self) { try engine.close() }
            disk.takeAll(from: taken)
            #expect(try LMDBFile.needsRecovery(path))
            #expect(try keys(path) == expected)
            let other = folder.path("lost.lmdb")
            try disk.writeCertain(to: URL(fileURLWithPath: other))
            #expect(try keys(other) == expected)
        }

        @Test("P2: whoever reads a store after a cut reads the last save, and brings it in")
        func reading() throws {
            let graph = Graph(folder)
            try graph.make("Ada")
            let (disk, commit) = try graph.cutBehindSave(of: "Cleo")
            let other = Graph(folder.url("other"))
            try FileManager.default.createDirectory(at: other.folder, withIntermediateDirectories: true)
            try disk.writeCertain(to: other.file)
            #expect(try LMDBFile.needsRecovery(other.file.path))
            let reader = try other.open { ($0.access, $0.creates) = (.readOnly, false) }
            #expect(try Graph.names(reader) == ["Ada", "Cleo"])
            try reader.close()
            #expect(try !LMDBFile.needsRecovery(other.file.path))
            // The same for who only asks what the store is.
            try disk.writeCertain(to: other.file)
            #expect(try StoreType.lmdb.metadata(.init(.lmdb, at: other.file)).watermark == commit)
        }

        @Test("a copy is the store at one commit, and no log belongs to it")
        func copying() throws {
            defer { DiskCalls.stop() }
            let (engine, disk) = try engine()
            try commit(engine, "first", [1])
            let other = try cut(disk, "cut.lmdb")
            let file = try LMDBFile.open(other, .write)
            let copied = LMDBEngine(file, writes: true)
            try commit(copied, "second", [2])
            let copy = folder.path("copy.lmdb")
            try file.copy(to: copy)
            try commit(copied, "third", [3])
            // As if somebody had put the copy in the place of the store.
            try FileManager.default.copyItem(atPath: other + RedoFile.suffix, toPath: copy + RedoFile.suffix)
            try DiskFolder.restart(copy)
            #expect(try !LMDBFile.needsRecovery(copy))
            #expect(try keys(copy) == ["first", "second"])
            try copied.close()
            try engine.close()
        }
    }
}
