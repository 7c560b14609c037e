import Foundation
import Polystore
import Synchronization
import Testing

@testable import PolystoreLMDB
@testable import PolystoreRecordLayer

extension DiskTests {
    /// When a save is shown, and when it is on the disk.
    @Suite("Saves of an LMDB store that wait for the disk: concurrency")
    struct CommitOrderConcurrencyTests {
        private enum Step: Hashable { case record, pages, wait }

        private let folder = TemporaryFolder()

        private static func file(_ container: PersistentContainer) throws -> LMDBFile {
            let store = container.coordinator.stores[0].store
            return try #require(store as? RecordStore<LMDBEngine>).engine.file()
        }

        /// What a save of one object does to the files, in order.
        private static func steps(_ container: PersistentContainer, _ folder: URL) throws -> [Step] {
            DiskCalls.watch(folder)
            defer { DiskCalls.stop() }
            let context = container.newConfinedContext()
            try context.insert(Person.self) { $0.name = "Bob" }
            try context.save()
            let steps = DiskCalls.all.compactMap { name, call -> Step? in
                switch call {
                case .write: name == "graph.lmdb" ? .pages : .record
                case .sync: .wait
                case .truncate: nil
                }
            }
            return steps.indices.filter { $0 == 0 || steps[$0] != steps[$0 - 1] }.map { steps[$0] }
        }

        /// A container whose log is open and whose keys are reserved.
        private static func container(_ folder: URL) throws -> PersistentContainer {
            let container = try Graph(folder).open()
            let context = container.newConfinedContext()
            try context.insert(Person.self) { $0.name = "Ada" }
            try context.save()
            return container
        }

        @Test("while nobody reads beside the writer, the disk takes the record while the commit is made")
        func alone() throws {
            let container = try Self.container(folder.url)
            for _ in 0..<3 { #expect(try Self.steps(container, folder.url) == [.record, .pages, .wait]) }
            try container.close()
        }

        @Test("while somebody does, the commit is made when the disk has the record")
        func beside() throws {
            let container = try Self.container(folder.url)
            try Self.file(container).redo?.gate.meet()
            for _ in 0..<3 { #expect(try Self.steps(container, folder.url) == [.record, .wait, .pages]) }
            try container.close()
        }

        @Test(
            "P3: another process puts the log on the disk, and while it reads, commits are made when the disk has the record"
        )
        func otherProcess() async throws {
            let folder = folder.url
            let container = try Self.container(folder)
            let work = Signal.Work {
                try Signal.wait("open", folder)
                #expect(try Self.steps(container, folder) == [.record, .wait, .pages])
                try Signal.send("saved", folder)
                try Signal.wait("closed", folder)
                #expect(try Self.steps(container, folder) == [.record, .pages, .wait])
                try container.close()
            }
            let path = folder.path
            await #expect(processExitsWith: .success) { [path = path as String] in
                let folder = URL(fileURLWithPath: path)
                DiskCalls.watch(folder)
                let container = try Graph(folder).open { $0.access = .readOnly }
                // Of what was shown before nobody knows whether it waited.
                guard DiskCalls.calls(to: "graph.lmdb" + RedoFile.suffix).contains(.sync) else {
                    SuddenEnd.die(); return
                }
                DiskCalls.stop()
                try Signal.send("open", folder)
                try Signal.wait("saved", folder)
                guard try Graph.names(container) == ["Ada", "Bob"] else { SuddenEnd.die(); return }
                try container.close()
                try Signal.send("closed", folder)
            }
            try work.finish()
        }

        @Test("P3: whoever begins a snapshot beside saves sees none that the disk does not have")
        func snapshots() throws {
            defer { DiskCalls.stop() }
            let container = try Self.container(folder.url)
            let isOver = Atomic(false)
            DiskCalls.watch(folder.url)
            let writer = Signal.Work {
                defer { isOver.store(true, ordering: .sequentiallyConsistent) }
                let context = container.newConfinedContext()
                for _ in 0..<500 {
                    try context.insert(Person.self) { $0.name = "Bob" }
                    try context.save()
                }
            }
            var last = 1
            repeat {
                let count = try container.newConfinedContext().count(FetchRequest(Person.self))
                // Each save waits once.
                #expect(count - 1 <= DiskCalls.waits)
                #expect(count >= last)
                last = count
            } while !isOver.load(ordering: .sequentiallyConsistent)
            try writer.finish()
            try container.close()
        }
    }
}
