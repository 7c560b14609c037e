import Foundation
import Polystore
import PolystoreStorage
import TestFolders
import Testing

extension DiskTests {
    @Suite("What a save of an LMDB store asks of the disk")
    struct SyncTests {
        private let folder: TemporaryFolder

        init() throws { folder = try TemporaryFolder("lmdb") }

        @Test("P3: a save waits for its pages, and then for the page of the last state", arguments: [0, 2 << 20])
        func durableSave(_ photo: Int) throws {
            let waits = try waits(.full, photo: Data(count: photo))
            #expect(waits.allSatisfy { $0 == [.pages, .state] }, "\(waits)")
        }

        @Test("a save that may be lost in a power cut waits for its pages only", arguments: [0, 2 << 20])
        func weakSave(_ photo: Int) throws {
            let waits = try waits(.losesLastSavesOnPowerCut, photo: Data(count: photo))
            #expect(waits.allSatisfy { $0 == [.pages] }, "\(waits)")
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
            // An insert that outruns the writer reserves one more block of 1,024.
            #expect(before % 2 == 0 && (4...8).contains(before / 2), "\(before)")
            try context.save()
            try container.close()
        }

        private enum Wait: Hashable { case pages, state }

        /// What each of some saves of one object waits for.
        private func waits(_ durability: Durability, photo: Data) throws -> [[Wait]] {
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
                #expect(DiskCalls.all.allSatisfy { $0.name == "graph.lmdb" })
                waits.append(DiskCalls.all.filter(\.call.waits).map { $0.call == .sync ? .pages : .state })
            }
            try container.close()
            return waits
        }
    }
}
