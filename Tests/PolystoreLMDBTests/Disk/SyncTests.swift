import Foundation
import Polystore
import Testing

extension DiskTests {
    @Suite("What a save of an LMDB store asks of the disk")
    struct SyncTests {
        private let folder = TemporaryFolder()

        @Test("P3: a save waits for the disk once: for its pages, and what it did in the redo log")
        func durableSave() throws {
            let waits = try waits(.full)
            #expect(waits.allSatisfy { $0 == [.sync] }, "\(waits)")
        }

        @Test(
            "P3: a long save waits for the disk twice: for its pages, and for the page that makes them the last state")
        func longSave() throws {
            let waits = try waits(.full, photo: Data(count: 40_000))
            #expect(waits.allSatisfy { $0 == [.sync, .meta] }, "\(waits)")
        }

        @Test("a save that may be lost in a power cut waits for its pages only")
        func weakSave() throws {
            let waits = try waits(.losesLastSavesOnPowerCut)
            #expect(waits.allSatisfy { $0 == [.sync] }, "\(waits)")
        }

        @Test("keys are reserved in transactions of their own, fewer and fewer of them")
        func reservations() throws {
            let container = try Graph(folder).open()
            defer { DiskCalls.stop() }
            DiskCalls.watch(folder.url)
            let context = container.newConfinedContext()
            for number in 0..<10_000 { try context.insert(Person.self) { ($0.name, $0.age) = ("P", number) } }
            // Blocks of 1,024, 2,048, 4,096 and 8,192 keys, each reserved when the one before is nearly used up.
            let before = DiskCalls.calls(to: "graph.lmdb").filter(\.waits).count
            #expect((4...5).contains(before), "\(before)")
            try context.save()
            try container.close()
        }

        private enum Wait: Hashable { case sync, meta, other }

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
                waits.append(
                    DiskCalls.calls(to: "graph.lmdb").filter(\.waits).map { call in
                        if case .write(let offset, _, _) = call { return offset < 8192 ? .meta : .other }
                        return .sync
                    })
            }
            try container.close()
            return waits
        }
    }
}
