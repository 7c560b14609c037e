import Foundation
import Polystore
import PolystoreLMDB
import PolystoreMemory
import PolystoreSQLite
import TestFolders
import Testing

extension DiskTests {
    @Suite("What a save over several stores asks of the disk")
    struct JointSyncTests {
        private let folder: TemporaryFolder

        init() throws { folder = try TemporaryFolder("joint") }

        @Test(
            "P3: a save over several durable stores waits for the log, and for the pages of each LMDB store",
            arguments: [
                (JointGraph(.sqlite, .sqlite), 1), (JointGraph(.sqlite, .sqlite, .sqlite), 1),
                (JointGraph(.sqlite, .lmdb), 2), (JointGraph(.lmdb, .sqlite), 2), (JointGraph(.lmdb, .lmdb), 3),
                (JointGraph(.memory, .sqlite, .lmdb), 2),
            ])
        func jointSave(_ graph: JointGraph, _ expected: Int) throws {
            let saves = try waits(graph) { try JointGraph.insert("\($0)", $1) }
            for waits in saves {
                #expect(waits.count == expected, "\(waits)")
                #expect(waits.filter { $0.hasSuffix("commit.log") }.count == 1, "\(waits)")
                #expect(waits.first?.hasSuffix("commit.log") == true, "nothing is waited for before the log")
            }
        }

        @Test(
            "a large save over several stores waits no more often than a small one",
            arguments: [(JointGraph(.sqlite, .sqlite), 1), (JointGraph(.sqlite, .lmdb), 2)])
        func largeSave(_ graph: JointGraph, _ expected: Int) throws {
            let saves = try waits(graph, count: 3) { number, context in
                // Less than copies the log of SQLite back, and than reserves keys anew.
                for row in 0..<100 {
                    try JointGraph.insert("\(number) \(row)", context, photo: Data(count: 2000))
                }
            }
            #expect(saves.allSatisfy { $0.count == expected }, "\(saves)")
        }

        @Test(
            "a save over one durable store and a volatile one waits as the durable one does alone, and takes no log",
            arguments: [StoreType.sqlite, .lmdb])
        func oneDurable(_ type: StoreType) throws {
            let graph = JointGraph(.memory, type)
            let alone = try waits(graph) { number, context in
                try context.insert(Company.self) { $0.name = "\(number)" }
            }
            let both = try waits(graph) { try JointGraph.insert("\($0)", $1) }
            #expect(both == alone)
            #expect(both.allSatisfy { !$0.isEmpty })
        }

        @Test(
            "a save that changes one durable store of several takes no log, and waits as the store's engine does",
            arguments: [StoreType.sqlite, .lmdb])
        func oneOfSeveral(_ type: StoreType) throws {
            let alone = try waits(JointGraph(.memory, type)) { number, context in
                try context.insert(Company.self) { $0.name = "\(number)" }
            }
            let container = try JointGraph(.sqlite, type).open(in: folder.url)
            let context = container.newConfinedContext()
            defer { DiskCalls.stop() }
            for number in 0..<5 {
                try JointGraph.insert("\(number)", context)
                try context.save()
                DiskCalls.watch(folder.url)
                try context.insert(Company.self) { $0.name = "\(number) alone" }
                try context.save()
                #expect(Self.waits == alone[0])
                #expect(!DiskCalls.all.contains { $0.name.hasSuffix("commit.log") })
            }
            #expect(try logs().count == 1)
            try container.close()
        }

        @Test(
            "P3: saves of eight tasks at once share the waiting for the log",
            arguments: [JointGraph(.sqlite, .sqlite), JointGraph(.sqlite, .lmdb)])
        func concurrentSaves(_ graph: JointGraph) throws {
            let container = try graph.open(in: folder.url)
            let first = container.newConfinedContext()
            try JointGraph.insert("first", first)
            try first.save()
            // A disk takes its time: others come meanwhile.
            container.coordinator.observeJointCommits { if $0 == .appended { usleep(2000) } }
            defer { DiskCalls.stop() }
            DiskCalls.watch(folder.url)
            let failure = Locked<(any Error)?>(nil)
            let ended = DispatchGroup()
            let (tasks, saves) = (8, 25)
            for task in 0..<tasks {
                ended.enter()
                Thread.detachNewThread {
                    defer { ended.leave() }
                    do {
                        try container.withConfinedContext { context in
                            for number in 0..<saves {
                                try JointGraph.insert("\(task) \(number)", context)
                                try context.save()
                            }
                        }
                    } catch { failure.withLock { $0 = error } }
                }
            }
            ended.wait()
            container.coordinator.observeJointCommits(nil)
            if let error = failure.withLock({ $0 }) { throw error }
            let logWaits = Self.waits.filter { $0.hasSuffix("commit.log") }.count
            #expect(logWaits < tasks * saves, "\(logWaits)")
            #expect(try JointGraph.names(container).map(\.count) == [201, 201, 201])
            try container.close()
        }

        /// The files that were waited for, in order, since the record began.
        private static var waits: [String] { DiskCalls.all.filter(\.call.waits).map(\.name) }

        private func logs() throws -> [String] {
            try FileManager.default.contentsOfDirectory(atPath: folder.url.path).filter { $0.hasSuffix("commit.log") }
        }

        /// What each of some saves waits for, but the first, which makes the log and reserves keys.
        private func waits(
            _ graph: JointGraph, count: Int = 20, _ change: (Int, ManagedObjectContext) throws -> Void
        ) throws -> [[String]] {
            let folder = folder.url
            let container = try graph.open(in: folder)
            defer { DiskCalls.stop() }
            let context = container.newConfinedContext()
            try change(-1, context)
            try context.save()
            var waits: [[String]] = []
            for number in 0..<count {
                DiskCalls.watch(folder)
                try change(number, context)
                try context.save()
                waits.append(Self.waits)
            }
            DiskCalls.stop()
            try container.close()
            // The next stores of the folder are new ones.
            for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
                try FileManager.default.removeItem(at: folder.appendingPathComponent(name))
            }
            return waits
        }
    }
}
