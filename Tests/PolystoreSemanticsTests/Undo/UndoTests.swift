import Foundation
import Polystore
import Testing

@Suite("Undo and redo of changes")
struct UndoTests {
    /// A world with a company of two people, one of them with a skill and a locker, saved, and a context that undoes.
    private struct Office {
        let world: World
        let context: ManagedObjectContext
        let acme: Company
        let ann: Person
        let bob: Person
        let swift: Skill
        let locker: Locker

        init(_ setup: StoreSetup) throws {
            world = try World(setup)
            context = world.context()
            let acme = try context.insert(Company.self) { $0.name = "Acme" }
            let swift = try context.insert(Skill.self) { $0.name = "Swift" }
            let locker = try context.insert(Locker.self) { $0.number = 7 }
            ann = try context.insert(Person.self) { ($0.name, $0.age, $0.employer) = ("Ann", 30, acme) }
            bob = try context.insert(Person.self) { ($0.name, $0.age, $0.employer) = ("Bob", 40, acme) }
            for title in ["A", "B", "C"] { try context.insert(Project.self) { ($0.title, $0.owner) = (title, acme) } }
            ann.skills.append(swift)
            bob.skills.append(swift)
            ann.locker = locker
            try context.save()
            (self.acme, self.swift, self.locker) = (acme, swift, locker)
            context.undoManager = ContextUndoManager()
        }

        /// What a fresh context finds of an object's name, or nil when it is not there.
        func savedName(_ id: ObjectID) throws -> String? {
            let context = world.context()
            do {
                return try context.existingObject(with: id, as: Person.self).name
            } catch let error as ContextError where error.code == .objectMissing {
                return nil
            }
        }
    }

    @Test("attributes return to their values and are set again, also transient ones", arguments: StoreSetup.allCases)
    func attributes(_ setup: StoreSetup) throws {
        let office = try Office(setup)
        let (context, ann) = (office.context, office.ann)
        (ann.name, ann.age, ann.mood) = ("Anna", 31, "glad")
        ann.age = 32
        try ann.setValue(.double(1.5), forKey: "score")
        try context.undo()
        #expect(ann.name == "Ann" && ann.age == 30 && ann.mood == nil && ann.score == nil)
        try context.redo()
        #expect(ann.name == "Anna" && ann.age == 32 && ann.mood == "glad" && ann.score == 1.5)
        try context.save()
        #expect(try office.savedName(ann.objectID) == "Anna")
    }

    @Test("relationships return on both sides, and orders with them", arguments: StoreSetup.allCases)
    func relationships(_ setup: StoreSetup) throws {
        let office = try Office(setup)
        let (context, acme) = (office.context, office.acme)
        let globex = try context.insert(Company.self) { $0.name = "Globex" }
        try context.processPendingChanges()
        acme.projects.move(from: 2, to: 0)
        acme.projects[1].owner = globex
        office.ann.employer = globex
        office.swift.people.move(from: 0, to: 1)
        office.ann.locker = nil
        office.bob.locker = office.locker
        try context.undo()
        #expect(acme.projects.map(\.title) == ["A", "B", "C"] && globex.projects.isEmpty)
        #expect(Set(acme.staff.map(\.name)) == ["Ann", "Bob"] && globex.staff.isEmpty)
        #expect(office.swift.people.map(\.name) == ["Ann", "Bob"])
        #expect(office.ann.locker === office.locker && office.bob.locker == nil && office.locker.person === office.ann)
        try context.redo()
        #expect(acme.projects.map(\.title) == ["C", "B"] && globex.projects.map(\.title) == ["A"])
        #expect(office.swift.people.map(\.name) == ["Bob", "Ann"])
        #expect(office.locker.person === office.bob && office.ann.locker == nil)
        try context.undo()
        try context.save()
        let other = office.world.context()
        let saved = try other.existingObject(with: acme.objectID, as: Company.self)
        #expect(saved.projects.map(\.title) == ["A", "B", "C"])
    }

    @Test(
        "an insertion is taken back, and made again as the same object under the same ID",
        arguments: StoreSetup.allCases)
    func insertion(_ setup: StoreSetup) throws {
        let office = try Office(setup)
        let context = office.context
        let carl = try context.insert(Person.self) { ($0.name, $0.employer) = ("Carl", office.acme) }
        let id = carl.objectID
        try context.undo()
        #expect(context.registeredObject(for: id) == nil && carl.managedObjectContext == nil)
        #expect(office.acme.staff.count == 2 && !context.hasChanges)
        try context.redo()
        #expect(context.registeredObject(for: id) === carl && carl.isInserted)
        #expect(carl.name == "Carl" && office.acme.staff.contains(carl))
        try context.save()
        #expect(try office.savedName(id) == "Carl")
        try context.undo()
        #expect(carl.isDeleted)
        try context.save()
        #expect(try office.savedName(id) == nil)
        try context.redo()
        try context.save()
        #expect(try office.savedName(id) == "Carl" && carl.managedObjectContext === context)
    }

    @Test("a deletion is taken back with all that its rules did", arguments: StoreSetup.allCases)
    func deletion(_ setup: StoreSetup) throws {
        let office = try Office(setup)
        let context = office.context
        let projects = Array(office.acme.projects)
        context.delete(office.acme)
        try context.processPendingChanges()
        #expect(projects.allSatisfy(\.isDeleted) && office.ann.employer == nil)
        try context.undo()
        #expect(!office.acme.isDeleted && office.acme.projects.map(\.title) == ["A", "B", "C"])
        #expect(office.ann.employer === office.acme && Array(office.acme.projects) == projects)
        try context.redo()
        #expect(office.acme.isDeleted && projects.allSatisfy(\.isDeleted) && office.ann.employer == nil)
        try context.undo()
        try context.save()
        let other = office.world.context()
        let saved = try other.existingObject(with: office.acme.objectID, as: Company.self)
        #expect(saved.projects.map(\.title) == ["A", "B", "C"] && saved.staff.count == 2)
    }

    @Test("a saved deletion is taken back by an insertion under the same ID", arguments: StoreSetup.allCases)
    func savedDeletion(_ setup: StoreSetup) throws {
        let office = try Office(setup)
        let (context, id) = (office.context, office.ann.objectID)
        let photo = Data(repeating: 3, count: 300_000)
        office.ann.photo = photo
        try context.save()
        context.delete(office.ann)
        try context.save()
        #expect(try office.savedName(id) == nil)
        try context.undo()
        #expect(context.registeredObject(for: id) === office.ann && office.ann.isInserted)
        #expect(office.ann.photo == photo && office.ann.locker?.number == 7)
        #expect(office.swift.people.map(\.name) == ["Ann", "Bob"])
        try context.save()
        let other = office.world.context()
        let saved = try other.existingObject(with: id, as: Person.self)
        #expect(saved.photo == photo && saved.employer?.name == "Acme" && saved.locker?.number == 7)
        #expect(saved.skills.map(\.name) == ["Swift"])
        try context.redo()
        try context.save()
        #expect(try office.savedName(id) == nil)
    }

    @Test("groups outlive a save; rollback and reset forget them", arguments: StoreSetup.allCases)
    func acrossSaves(_ setup: StoreSetup) throws {
        let office = try Office(setup)
        let context = office.context
        let undoManager = try #require(context.undoManager)
        for name in ["B", "C", "D"] {
            office.ann.name = name
            try context.save()
        }
        try context.undo()
        try context.save()
        #expect(try office.savedName(office.ann.objectID) == "C")
        try context.undo()
        try context.undo()
        #expect(office.ann.name == "Ann" && !undoManager.canUndo && undoManager.redoNames.count == 3)
        office.ann.age = 5
        #expect(undoManager.canUndo && !undoManager.canRedo)
        context.rollback()
        #expect(!undoManager.canUndo && !undoManager.canRedo && office.ann.name == "C")
        office.ann.age = 6
        try context.processPendingChanges()
        context.reset()
        #expect(!undoManager.canUndo)
    }

    @Test("what undo leaves as it is stored is no change", arguments: StoreSetup.allCases)
    func clean(_ setup: StoreSetup) throws {
        let office = try Office(setup)
        let context = office.context
        office.ann.name = "Anna"
        office.bob.employer = nil
        office.acme.projects.move(from: 0, to: 2)
        try context.undo()
        #expect(!office.ann.hasChanges && office.ann.changedValues().isEmpty)
        #expect(!office.bob.hasChanges)
        let version = office.ann.version
        try context.save()
        #expect(office.ann.version == version)
    }

    @Test("primitive values are not taken back", arguments: StoreSetup.allCases)
    func primitive(_ setup: StoreSetup) throws {
        let office = try Office(setup)
        office.ann.name = "Anna"
        office.ann.setPrimitiveValue(77, for: Person.age)
        try office.context.undo()
        #expect(office.ann.name == "Ann" && office.ann.age == 77)
        office.bob.setPrimitiveValue(5, for: Person.age)
        try office.context.processPendingChanges()
        #expect(office.context.undoManager?.canUndo == false)
    }

    @Test("objects hear that their values were exchanged, and what they set then is no change")
    func snapshotEvents() throws {
        let world = try World(.memory)
        let context = world.context()
        let journal = try context.insert(Journal.self)
        try context.save()
        context.undoManager = ContextUndoManager()
        func calls(_ body: () throws -> Void) rethrows -> [String] {
            journal.calls = []
            try body()
            return journal.calls.filter { $0.hasPrefix("awake") }
        }
        journal.title = "b"
        #expect(try calls { try context.undo() } == ["awake \(SnapshotEvents.undoUpdate.rawValue)"])
        #expect(try calls { try context.redo() } == ["awake \(SnapshotEvents.undoUpdate.rawValue)"])
        context.delete(journal)
        try context.processPendingChanges()
        #expect(try calls { try context.undo() } == ["awake \(SnapshotEvents.undoDeletion.rawValue)"])
        #expect(try calls { try context.redo() } == ["awake \(SnapshotEvents.undoInsertion.rawValue)"])
        #expect(calls { context.rollback() } == ["awake \(SnapshotEvents.rollback.rawValue)"])
        #expect(calls { context.refresh(journal, mergesChanges: true) } == ["awake \(SnapshotEvents.refresh.rawValue)"])
        let id = journal.objectID
        journal.count = 7
        try world.container.withConfinedContext { other in
            try other.existingObject(with: id, as: Journal.self).title = "theirs"
            try other.save()
        }
        context.mergePolicy = .mergeByPropertyObjectTrump
        #expect(try calls { try context.save() } == ["awake \(SnapshotEvents.mergePolicy.rawValue)"])
        #expect(journal.title == "theirs" && journal.count == 7)
    }
}
