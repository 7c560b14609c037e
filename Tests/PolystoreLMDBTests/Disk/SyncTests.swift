import Foundation
import Polystore
import PolystoreStorage
import Testing

extension DiskTests {
    @Suite("What a save of an LMDB store asks of the disk")
    struct SyncTests {
        private let folder = TemporaryFolder()

        @Test("P3: a save waits for the disk once: for what it did in the redo log")
        func durableSave() throws {
            let waits = try waits(.full)
            #expect(waits.allSatisfy { $0 == [.log] }, "\(waits)")
        }

        @Test("P3: a long save waits for the disk twice: for its pages, and for the redo log to begin behind them")
        func longSave() throws {
            let waits = try waits(.full, photo: Data(count: 2 << 20))
            #expect(waits.allSatisfy { $0 == [.pages, .log] }, "\(waits)")
        }

        @Test("a save that may be lost in a power cut waits for nothing")
        func weakSave() throws {
            let waits = try waits(.losesLastSavesOnPowerCut)
            #expect(waits.allSatisfy { $0 == [] }, "\(waits)")
        }

        @Test("what is saved over and over is put into the file beside it, and the file does not grow without end")
        func checkpoints() throws {
            let container = try Graph(folder).open { $0.options.values["redoLog"] = .size(64 << 10) }
            defer { DiskCalls.stop() }
            let context = container.newConfinedContext()
            let person = try context.insert(Person.self) { $0.name = "Ada" }
            try context.save()
            DiskCalls.watch(folder.url)
            for age in 0..<400 {
                person.age = age
                try context.save()
            }
            #expect(DiskCalls.calls(to: "graph.lmdb").filter(\.waits).count > 10)
            try container.close()
            let size = try #require(SystemFile.size(Graph(folder).file.path))
            #expect(size < 2 << 20, "\(size)")
            #expect(try #require(SystemFile.size(Graph(folder).file.path + "-redo")) <= 64 << 10)
        }

        @Test("keys are reserved in transactions of their own, fewer and fewer of them")
        func reservations() throws {
            let container = try Graph(folder).open()
            defer { DiskCalls.stop() }
            DiskCalls.watch(folder.url)
            let context = container.newConfinedContext()
            for number in 0..<10_000 { try context.insert(Person.self) { ($0.name, $0.age) = ("P", number) } }
            // Blocks of 1,024, 2,048, 4,096 and 8,192 keys, each reserved when the one before is nearly used up.
            let before = DiskCalls.all.filter(\.call.waits).count
            // The first of them begins the log.
            #expect((7...8).contains(before), "\(before)")
            try context.save()
            try container.close()
        }

        private enum Wait: Hashable { case pages, log }

        /// What each of some saves of one object waits for.
        private func waits(_ durability: Durability, photo: Data? = nil) throws -> [[Wait]] {
            let container = try Graph(folder).open { $0.durability = durability }
            defer { DiskCalls.stop() }
            let context = container.newConfinedContext()
            var waits: [[Wait]] = []
            for number in 0..<20 {
                DiskCalls.watch(folder.url)
                try context.insert(Person.self) { person in
                    (person.name, person.age, person.photo) = ("Person \(number)", number, photo)
                }
                try context.save()
                // The first insert reserves keys.
                if number == 0 { continue }
                #expect(!DiskCalls.all.isEmpty)
                waits.append(
                    DiskCalls.all.filter(\.call.waits).map { $0.name == "graph.lmdb" ? .pages : .log })
            }
            try container.close()
            return waits
        }
    }
}
