import Foundation
import Polystore
import PolystoreRandom
import TestFolders
import Testing

@testable import PolystoreLMDB

extension DiskTests {
    /// What a disk may hold after each call of a stream of saves, opened by the library alone and then as a store.
    @Suite("LMDB stores after a power cut")
    struct PowerCutTests {
        private var source = RandomSource()

        /// What the store held after each commit, and what was done to its file from the first on.
        private struct Recording {
            var disk: DiskFile
            var digests: [CommitNumber: GraphDigest] = [:]
            var tables: [CommitNumber: [String: [[UInt8]]]] = [:]
            var first: CommitNumber = 0
            var calls: [(name: String, call: DiskCalls.Call)] = []
            /// How many calls were made when the save of a commit returned.
            var returned: [(commit: CommitNumber, calls: Int)] = []

            /// The newest commit whose save had returned after so many calls.
            func acknowledged(after calls: Int) -> CommitNumber {
                returned.last { $0.calls <= calls }?.commit ?? first
            }
        }

        @Test("P2, P3: after any cut the library alone finds the last commit that returned, or the next")
        mutating func full() throws {
            let recording = try record(.full)
            var images = 0
            try replay(recording) { commit, calls, _ in
                images += 1
                let newest = recording.acknowledged(after: calls)
                #expect(commit == newest || commit == newest + 1, "after \(calls) calls")
            }
            #expect(images > 30)
        }

        @Test("P2: with the weaker durability a cut loses the last save at most, and damages nothing")
        mutating func weak() throws {
            let recording = try record(.losesLastSavesOnPowerCut)
            var lost = 0
            try replay(recording) { commit, calls, isKill in
                let newest = recording.acknowledged(after: calls)
                #expect((newest - 1...newest + 1).contains(commit), "after \(calls) calls")
                if commit < newest { lost += 1 }
                // The system's memory outlives the process.
                if isKill { #expect(commit >= newest, "after \(calls) calls") }
            }
            // Otherwise the weaker durability would be the stronger one.
            #expect(lost > 0)
        }

        private mutating func record(_ durability: Durability) throws -> Recording {
            let folder = try TemporaryFolder("lmdb")
            let graph = Graph(folder)
            try graph.make("Ada", "Bob")
            let container = try graph.open { $0.durability = durability }
            defer { DiskCalls.stop() }
            // Everything before is on the disk: the store was just made and closed.
            var recording = Recording(disk: try DiskFile(graph.file))
            DiskCalls.watch(folder.url)
            func note() throws {
                let commit = try container.coordinator.stores[0].store.newestCommit()
                recording.digests[commit] = try container.coordinator.digest()
                recording.returned.append((commit, DiskCalls.all.count))
                recording.first = min(recording.first == 0 ? commit : recording.first, commit)
                // A file is opened once in a process, so the library alone looks at a copy.
                let copy = try TemporaryFolder("lmdb")
                try FileManager.default.copyItem(atPath: graph.file.path, toPath: copy.path("copy.lmdb"))
                let (stored, tables) = try contents(copy.path("copy.lmdb"))
                #expect(stored == commit)
                recording.tables[commit] = tables
            }
            try note()
            let context = container.newConfinedContext()
            var people = try context.fetch(FetchRequest(Person.self))
            for save in 0..<8 {
                for _ in 0...source.below(4) {
                    people.append(
                        try context.insert(Person.self) { ($0.name, $0.age) = ("P\(source.below(1000))", save) })
                }
                if save % 3 == 1 { source.pick(people).photo = Data(source.bytes(5000 + source.below(20_000))) }
                if save % 4 == 2 { context.delete(people.remove(at: source.below(people.count))) }
                try context.save()
                try note()
            }
            recording.calls = DiskCalls.all
            try container.close()
            return recording
        }

        /// Opens what cuts at all places may leave, and tells which commit is there, after how many calls, and whether only
        /// the process was killed.
        private mutating func replay(
            _ recording: Recording, _ visit: (CommitNumber, _ calls: Int, _ isKill: Bool) throws -> Void
        ) throws {
            var disk = recording.disk
            for (index, call) in recording.calls.enumerated() {
                // Words of 8 bytes are written whole even where sectors are not.
                for length in [8 * source.below(14), 104] {
                    let folder = try TemporaryFolder("lmdb")
                    let other = Graph(folder)
                    guard try disk.write(to: other.file, cutDuring: call, after: length) else { continue }
                    try visit(try commit(in: other, recording), index, false)
                }
                disk.take(call)
                let folder = try TemporaryFolder("lmdb")
                let other = Graph(folder)
                let isKill = source.chance(4)
                if isKill {
                    try disk.writeWhole(to: other.file)
                } else {
                    try disk.writeCut(to: other.file, &source)
                }
                try visit(try commit(in: other, recording), index + 1, isKill)
            }
        }

        /// The commit that the library alone finds in a file, and what is in the tables that only saves change.
        private func contents(_ path: String) throws -> (CommitNumber, [String: [[UInt8]]]) {
            var tables = try BareLibrary.dump(path)
            let metadata = tables.removeValue(forKey: "metadata")
            let watermark = try #require(metadata?.first { $0.key == [3] }?.value)
            let commit = watermark.withUnsafeBytes {
                CommitNumber(littleEndian: $0.loadUnaligned(as: CommitNumber.self))
            }
            return (commit, tables.mapValues { $0.map { $0.key + $0.value } })
        }

        /// The commit at which a file is; everything in it is as it was then, for the library alone and for a store.
        private mutating func commit(in graph: Graph, _ recording: Recording) throws -> CommitNumber {
            let (bare, tables) = try contents(graph.file.path)
            #expect(tables == recording.tables[bare], "commit \(bare)")
            let verifies = source.chance(4)
            let container = try graph.open { description in
                if verifies { description.options.values["verify"] = .word("full") }
            }
            let commit = try container.coordinator.stores[0].store.newestCommit()
            #expect(commit == bare)
            #expect(try container.coordinator.digest() == recording.digests[commit], "commit \(commit)")
            if verifies {
                #expect(try Graph.findings(container).isEmpty)
                let context = container.newConfinedContext()
                try context.insert(Person.self) { $0.name = "Zoe" }
                try context.save()
            }
            try container.close()
            return commit
        }
    }
}
