import Foundation
import Polystore
import Testing

@Suite("Life-cycle hooks")
struct HookTests {
    @Test(
        "hooks come in Core Data's order, and willSave again while it changes something",
        arguments: StoreSetup.allCases)
    func order(_ setup: StoreSetup) throws {
        let world = try World(setup)
        let context = world.context()
        let journal = try context.insert(Journal.self)
        #expect(journal.title == "new")
        journal.changesInWillSave = 2
        try context.save()
        #expect(
            journal.calls == [
                "awakeFromInsert", "willSave", "willSave", "willSave", "validateForInsert", "didSave",
            ])
        #expect(journal.count == 2)
        journal.calls = []
        journal.title = "other"
        try context.save()
        #expect(journal.calls == ["willSave", "validateForUpdate", "didSave"])
        journal.calls = []
        context.refresh(journal, mergesChanges: false)
        #expect(journal.calls == ["willTurnIntoFault", "didTurnIntoFault"])
        #expect(journal.title == "other")
        #expect(journal.calls.last == "awakeFromFetch")
        journal.calls = []
        context.delete(journal)
        try context.save()
        #expect(journal.calls == ["prepareForDeletion", "willSave", "validateForDelete", "didSave"])
    }

    @Test("willSave that changes without end is an error, not a hang", arguments: StoreSetup.allCases)
    func unstable(_ setup: StoreSetup) throws {
        let world = try World(setup)
        let context = world.context()
        try context.insert(Journal.self).changesInWillSave = .max
        let error = #expect(throws: ContextError.self) { try context.save() }
        #expect(error?.code == .unstable)
    }
}
