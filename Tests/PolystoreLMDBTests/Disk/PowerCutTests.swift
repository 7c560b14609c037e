import Foundation
import Polystore
import PolystoreRandom
import Testing

@testable import PolystoreLMDB

extension DiskTests {
    @Suite("LMDB stores after a power cut")
    struct PowerCutTests {
        private let folder = TemporaryFolder()
        private var source = RandomSource()

        /// What the store held after each commit, and what was done to the file from the first on.
        private struct Recording {
            var image: DiskImage
            var digests: [CommitNumber: GraphDigest] = [:]
            var first: CommitNumber = 0
            var calls: [DiskCalls.Call] = []
            /// How many calls were made when the save of a commit returned.
            var returned: [(commit: CommitNumber, calls: Int)] = []

            /// The newest commit whose save had returned after so many calls.
            func acknowledged(after calls: Int) -> CommitNumber {
                returned.last { $0.calls <= calls }?.commit ?? first
            }
        }

        @Test("P2, P3: whatever a cut left, the store opens at the last commit that returned or the next")
        mutating func full() throws {
            let recording = try record(.full)
            var images = 0
            var recovered = 0
            try replay(recording) { image, commit, calls in
                images += 1
                if try Self.needsRecovery(image) { recovered += 1 }
                let newest = recording.acknowledged(after: calls)
                #expect(commit == newest || commit == newest + 1, "after \(calls) calls")
            }
            #expect(images > 30)
            #expect(recovered > 0)
        }

        @Test("P2: with the weaker durability a cut loses whole saves at the end, and nothing else")
        mutating func weak() throws {
            let recording = try record(.losesLastSavesOnPowerCut)
            var lost = 0
            try replay(recording) { image, commit, calls in
                let newest = recording.acknowledged(after: calls)
                #expect(commit <= newest + 1, "after \(calls) calls")
                if commit < newest { lost += 1 }
            }
            // Otherwise the weaker durability would be the stronger one.
            #expect(lost > 0)
        }

        private mutating func record(_ durability: Durability) throws -> Recording {
            let graph = Graph(folder)
            try graph.make("Ada", "Bob")
            let container = try graph.open { $0.durability = durability }
            defer { DiskCalls.stop() }
            // Everything before is on the disk: the store was just made and closed.
            var recording = Recording(image: DiskImage([UInt8](try Data(contentsOf: graph.file))))
            DiskCalls.watch(folder.url)
            func note() throws {
                let commit = try container.coordinator.stores[0].store.newestCommit()
                recording.digests[commit] = try container.coordinator.digest()
                recording.returned.append((commit, DiskCalls.calls(to: "graph.lmdb").count))
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
            recording.calls = DiskCalls.calls(to: "graph.lmdb")
            try container.close()
            return recording
        }

        private static func needsRecovery(_ image: [UInt8]) throws -> Bool {
            let other = TemporaryFolder()
            try Data(image).write(to: Graph(other).file)
            return try LMDBFile.needsRecovery(Graph(other).file.path)
        }

        /// Opens what cuts at all places may leave, and tells which commit is there.
        private mutating func replay(
            _ recording: Recording, _ visit: (_ image: [UInt8], CommitNumber, _ calls: Int) throws -> Void
        ) throws {
            var disk = recording.image
            for (index, call) in recording.calls.enumerated() {
                // Words of 8 bytes are written whole even where sectors are not.
                for length in [8 * source.below(14), 104] {
                    guard let image = disk.cut(during: call, after: length) else { continue }
                    try visit(image, try commit(in: image, recording), index)
                }
                disk.take(call)
                let image = source.chance(4) ? disk.whole : disk.cut(&source)
                try visit(image, try commit(in: image, recording), index + 1)
            }
        }

        /// The commit at which a file opens; everything in it is as it was then.
        private mutating func commit(in image: [UInt8], _ recording: Recording) throws -> CommitNumber {
            let other = TemporaryFolder()
            let graph = Graph(other)
            try Data(image).write(to: graph.file)
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
            return commit
        }
    }
}
