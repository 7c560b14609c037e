import Foundation
import Polystore
import Testing

@testable import PolystoreSQLite

/// Objects keep keys of up to 38 bits in themselves, and larger ones beside.
@Suite("Keys that have no room in an object")
struct WideKeyTests {
    private static func container(_ url: URL) throws -> PersistentContainer {
        try PersistentContainer(
            model: [Firm.self, Member.self],
            stores: [PersistentStoreDescription(name: "all", type: "sqlite", url: url)],
            storeTypes: [.sqlite])
    }

    /// A store whose keys go on behind a number.
    private func withStore(keysBehind mark: Int64, _ body: (PersistentContainer) throws -> Void) throws {
        let folder = try TestStore.makeFolder()
        defer { try? FileManager.default.removeItem(at: folder) }  // what is left does no harm
        let url = folder.appending(path: "all.sqlite")
        try Self.container(url).close()
        try Self.setMark(mark, url)
        let container = try Self.container(url)
        try body(container)
        try container.close()
    }

    private static func setMark(_ mark: Int64, _ url: URL) throws {
        let settings = ConnectionSettings(store: "all", path: url.path, busyTimeout: 0, cacheSize: 0, memoryMap: 0)
        try Connection(.write, settings).run("UPDATE Z_PRIMARYKEY SET Z_MAX = \(mark)")
    }

    @Test(
        "objects are inserted, linked, changed, found, dropped, rolled back and deleted as with small keys",
        arguments: [1 << 36, 1 << 37 - 3, 1 << 38 - 3, 1 << 50, Int64.max - 1_000_000] as [Int64])
    func whole(_ mark: Int64) throws {
        try withStore(keysBehind: mark) { container in
            let context = container.newConfinedContext()
            let firm = try context.insert(Firm.self) { $0.name = "wide" }
            var members = try (0..<4).map { number in
                try context.insert(Member.self) { ($0.name, $0.age, $0.firm) = ("m\(number)", number, firm) }
            }
            #expect(members.allSatisfy { $0.key > mark } && firm.key > mark)
            #expect(Set(members.map(\.objectID)).count == 4)
            try context.save()
            for member in members { #expect(context.registeredObject(for: member.objectID) === member) }

            members[0].age = 10
            context.rollback()
            #expect(members[0].age == 0)
            members[1].age = 11
            try context.save()
            context.refresh(members[1], mergesChanges: false)
            #expect(members[1].isFault && members[1].key > mark)
            #expect(members[1].age == 11)

            let other = container.newConfinedContext()
            members = try other.fetch(FetchRequest(Member.self).sorted(by: Member.name))
            #expect(members.map(\.age) == [0, 11, 2, 3])
            let employer = try #require(members[2].firm)
            #expect(employer.isFault && employer.key > mark)
            #expect(employer.name == "wide" && employer.staff.count == 4)
            other.delete(members[3])
            try other.save()
            #expect(employer.staff.count == 3)
            #expect(try other.existingObject(with: members[2].objectID) === members[2])
        }
    }
}
