import Foundation
import Polystore
import Testing

@Suite("Snapshots of objects")
struct SnapshotTests {
    @Test("a snapshot keeps its values when the object changes, is saved and goes", arguments: StoreSetup.allCases)
    func values(_ setup: StoreSetup) async throws {
        let world = try World(setup)
        let context = world.context()
        let acme = try context.insert(Company.self) { $0.name = "Acme" }
        let ada = try context.insert(Person.self) { ($0.name, $0.age, $0.employer) = ("Ada", 36, acme) }
        let unsaved = ada.snapshot
        try context.save()
        let saved = ada.snapshot
        (ada.name, ada.age) = ("Changed", 40)
        let changed = ada.snapshot
        context.delete(ada)
        try context.save()
        // Snapshots are Sendable values.
        let names = await Task.detached { [unsaved, saved, changed].map { $0[Person.name] } }.value
        #expect(names == ["Ada", "Ada", "Changed"])
        #expect([unsaved, saved, changed].map { $0[Person.age] } == [36, 36, 40])
        #expect(saved[Person.employer] == acme.objectID)
        #expect(saved.values["age"] == .integer(36))
        #expect(saved.entityName == "Person")
    }
}
