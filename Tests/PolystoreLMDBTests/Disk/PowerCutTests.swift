import Foundation
import Polystore
import PolystoreRandom
import Testing

@testable import PolystoreLMDB

extension DiskTests {
    @Suite("LMDB stores after a power cut")
    struct PowerCutTests {
        private var source = RandomSource()

        /// What the store held after each commit, and what was done to its files from the first on.
        private struct Recording {
            var disk: DiskFolder
            var digests: [CommitNumber: GraphDigest] = [:]
            var first: CommitNumber = 0
            var calls: [(name: String, call: DiskCalls.Call)] = []
            /// How many calls were made when the save of a commit returned.
            var returned: [(commit: CommitNumber, calls: Int)] = []

            /// The newest commit whose save had returned after so many calls.
            func acknowledged(after calls: Int) -> CommitNumber {
                returned.last { $0.calls <= calls }?.commit ?? first
            }
        }

        @Test("P2, P3: whatever a cut left, the store opens at the last commit that returned or the next")
        mutating func full() throws {
            for limit in [64 << 10, 16 << 20] { try full(limit) }
        }

        private mutating func full(_ limit: Int) throws {
            let recording = try record(.full, limit)
            var images = 0
            var recovered = 0
            try replay(recording) { isRecovered, commit, calls in
                images += 1
                if isRecovered { recovered += 1 }
                let newest = recording.acknowledged(after: calls)
                #expect(commit == newest || commit == newest + 1, "after \(calls) calls")
            }
            #expect(images > 30)
            #expect(recovered > 0)
        }

        @Test("P2: with the weaker durability a cut loses whole saves at the end, and nothing else")
        mutating func weak() throws {
            let recording = try record(.losesLastSavesOnPowerCut, 16 << 20)
            var lost = 0
            try replay(recording) { _, commit, calls in
                let newest = recording.acknowledged(after: calls)
                #expect(commit <= newest + 1, "after \(calls) calls")
                if commit < newest { lost += 1 }
            }
            // Otherwise the weaker durability would be the stronger one.
            #expect(lost > 0)
        }

        private mutating func record(_ durability: Durability, _ limit: Int) throws -> Recording {
            let folder = TemporaryFolder()
            let graph = Graph(folder)
            try graph.make("Ada", "Bob")
            let container = try graph.open { description in
                description.durability = durability
                description.options.values["redoLog"] = .size(limit)
            }
            defer { DiskCalls.stop() }
            // Everything before is on the disk: the store was just made and closed.
            var recording = Recording(disk: try DiskFolder(graph.file))
            DiskCalls.watch(folder.url)
            func note() throws {
                let commit = try container.coordinator.stores[0].store.newestCommit()
                recording.digests[commit] = try container.coordinator.digest()
                recording.returned.append((commit, DiskCalls.all.count))
                recording.first = min(recording.first == 0 ? commit : recording.first, commit)
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

        /// Opens what cuts at all places may leave, and tells which commit is there.
        private mutating func replay(
            _ recording: Recording, _ visit: (_ isRecovered: Bool, CommitNumber, _ calls: Int) throws -> Void
        ) throws {
            var disk = recording.disk
            for (index, call) in recording.calls.enumerated() {
                // Words of 8 bytes are written whole even where sectors are not.
                for length in [8 * source.below(14), 104] {
                    let folder = TemporaryFolder()
                    let other = Graph(folder)
                    guard try disk.write(to: other.file, cutDuring: call, after: length) else { continue }
                    let (isRecovered, commit) = try commit(in: other, recording)
                    try visit(isRecovered, commit, index)
                }
                disk.take(call)
                let folder = TemporaryFolder()
                let other = Graph(folder)
                if source.chance(4) {
                    try disk.writeWhole(to: other.file)
                } else {
                    try disk.writeCut(to: other.file, &source)
                }
                let (isRecovered, commit) = try commit(in: other, recording)
                try visit(isRecovered, commit, index + 1)
            }
        }

        /// The commit at which a store opens; everything in it is as it was then.
        private mutating func commit(in graph: Graph, _ recording: Recording) throws -> (Bool, CommitNumber) {
            let isRecovered = try LMDBFile.needsRecovery(graph.file.path)
            let verifies = source.chance(4)
            let container = try graph.open { description in
                if verifies { description.options.values["verify"] = .word("full") }
            }
            let commit = try container.coordinator.stores[0].store.newestCommit()
            #expect(try container.coordinator.digest() == recording.digests[commit], "commit \(commit)")
            if verifies {
                #expect(try Graph.findings(container).isEmpty)
                let context = container.newConfinedContext()
                try context.insert(Person.self) { $0.name = "Zoe" }
                try context.save()
            }
            try container.close()
            return (isRecovered, commit)
        }
    }
}
