import Foundation
import Polystore
import Testing

@testable import PolystoreSQLite

/// What contexts make a store do, counted by the engine.
@Suite("The work of contexts on SQLite")
struct ContextWorkTests {
    /// Inserts members of ten firms, changes them in a second context, deletes them in a third, in saves of a hundred.
    private func work(_ count: Int) throws -> (writer: EngineWork, readers: EngineWork) {
        let folder = try TestStore.makeFolder()
        defer { try? FileManager.default.removeItem(at: folder) }  // what is left does no harm
        let opened = OpenedStore()
        let description = PersistentStoreDescription(
            name: "all", type: "sqlite", url: folder.appending(path: "all.sqlite"))
        let container = try PersistentContainer(
            model: [Firm.self, Member.self], stores: [description], storeTypes: [opened.type])
        defer { try? container.close() }  // as above
        let inserting = container.newConfinedContext()
        let firms = try (0..<10).map { number in try inserting.insert(Firm.self) { $0.name = "f\(number)" } }
        for number in 0..<count {
            try inserting.insert(Member.self) { member in
                (member.name, member.age, member.firm) = ("m\(number)", number % 90, firms[number % 10])
            }
            if number % 100 == 99 { try inserting.save() }
        }
        let request = FetchRequest(Member.self).sorted(by: Member.age)
        let changing = container.newConfinedContext()
        for (number, member) in try changing.fetch(request).enumerated() {
            member.age += 1
            if number % 100 == 99 { try changing.save() }
        }
        let deleting = container.newConfinedContext()
        for (number, member) in try deleting.fetch(request).enumerated() {
            deleting.delete(member)
            if number % 100 == 99 { try deleting.save() }
        }
        #expect(try container.newConfinedContext().count(FetchRequest(Member.self)) == 0)
        return try opened.work()
    }

    @Test("inserting, changing and deleting take as much work an object, however many there are")
    func boundedWork() throws {
        let small = try work(500)
        let large = try work(5000)
        // Keys are reserved in blocks that double, each with statements that are not kept.
        #expect(large.writer.prepared <= small.writer.prepared + 4 * 4)
        #expect(large.writer.kept == small.writer.kept)
        #expect(large.writer.scanned == 0)
        #expect(large.writer.instructions <= small.writer.instructions * 10 * 12 / 10)
        #expect(large.writer.steps <= small.writer.steps * 10 * 12 / 10)
        #expect(large.readers.prepared == small.readers.prepared)
        #expect(large.readers.instructions <= small.readers.instructions * 10 * 12 / 10)
        #expect(large.readers.steps <= small.readers.steps * 10 * 12 / 10)
        // Each fetch reads each member once; nothing else reads a table from end to end.
        #expect(large.readers.scanned <= 2 * 5000)
    }
}
