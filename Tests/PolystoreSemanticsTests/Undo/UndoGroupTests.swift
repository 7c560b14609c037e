import Polystore
import Testing

@Suite("Groups of changes")
struct UndoGroupTests {
    private let world: World
    private let context: ManagedObjectContext
    private let undoManager = ContextUndoManager()
    private let ann: Person

    init() throws {
        world = try World(.sqliteAndLMDB)
        context = world.context()
        ann = try context.insert(Person.self) { ($0.name, $0.age) = ("Ann", 0) }
        try context.save()
        context.undoManager = undoManager
    }

    @Test("a group ends with the event: pending changes, a save, and not a fetch")
    func events() throws {
        ann.age = 1
        _ = try context.fetch(FetchRequest(Person.self))
        ann.age = 2
        try context.processPendingChanges()
        ann.age = 3
        try context.save()
        ann.age = 4
        #expect(undoManager.undoNames.count == 2 && undoManager.canUndo)
        for age in [3, 2, 0] {
            try context.undo()
            #expect(ann.age == age)
        }
        #expect(!undoManager.canUndo)
        for age in [2, 3, 4] {
            try context.redo()
            #expect(ann.age == age)
        }
        #expect(!undoManager.canRedo)
    }

    @Test("the end of perform ends a group")
    func perform() async throws {
        let handle = world.container.newBackgroundContext()
        let id = ann.objectID
        for age in 1...3 {
            try await handle.perform { context in
                if context.undoManager == nil { context.undoManager = ContextUndoManager() }
                try context.existingObject(with: id, as: Person.self).age = age
            }
        }
        let ages = try await handle.perform { context in
            let ann = try context.existingObject(with: id, as: Person.self)
            try context.undo()
            try context.undo()
            return [ann.age, context.undoManager?.undoNames.count ?? -1]
        }
        #expect(ages == [1, 1])
    }

    @Test("a named group holds several events, and the groups within it")
    func nested() throws {
        try undoManager.beginGroup("grow")
        ann.age = 1
        try context.processPendingChanges()
        try undoManager.beginGroup("inner")
        ann.age = 2
        #expect(undoManager.groupingLevel == 2)
        try undoManager.endGroup()
        try context.save()
        ann.age = 3
        try undoManager.endGroup()
        #expect(undoManager.undoNames == ["grow"] && undoManager.undoName == "grow")
        try context.undo()
        #expect(ann.age == 0 && undoManager.redoName == "grow" && undoManager.undoName == nil)
        try context.redo()
        #expect(ann.age == 3)
    }

    @Test("a group that is cancelled, or whose closure throws, leaves nothing")
    func cancelled() throws {
        struct Refused: Error {}
        ann.age = 1
        #expect(throws: Refused.self) {
            try undoManager.group("outer") {
                ann.age = 2
                try context.insert(Person.self) { $0.name = "Bob" }
                try undoManager.group("inner") { ann.age = 3 }
                throw Refused()
            }
        }
        #expect(ann.age == 1 && undoManager.groupingLevel == 0)
        #expect(try context.count(FetchRequest(Person.self)) == 1)
        #expect(undoManager.undoNames.count == 1)
        try undoManager.group("outer") {
            ann.age = 2
            #expect(throws: Refused.self) {
                try undoManager.group("inner") {
                    ann.age = 3
                    throw Refused()
                }
            }
            #expect(ann.age == 2)
        }
        try context.undo()
        #expect(ann.age == 1)
    }

    @Test("a group of the same name joins the last one, as letters become a word")
    func joining() throws {
        for age in 1...3 { try undoManager.group("type", joiningLast: true) { ann.age = age } }
        try undoManager.group("other", joiningLast: true) { ann.age = 4 }
        #expect(undoManager.undoNames == ["other", "type"])
        try context.undo()
        try context.undo()
        #expect(ann.age == 0)
        try context.redo()
        #expect(ann.age == 3)
        // Nothing joins a group behind which something was taken back.
        try undoManager.group("type", joiningLast: true) { ann.age = 5 }
        try context.undo()
        #expect(ann.age == 3)
    }

    @Test("an event has the name that it was given")
    func names() throws {
        ann.age = 1
        undoManager.setName("Change Age")
        #expect(undoManager.undoName == "Change Age")
        try context.processPendingChanges()
        ann.age = 2
        try context.processPendingChanges()
        #expect(undoManager.undoNames == [nil, "Change Age"])
        try context.undo()
        try context.undo()
        #expect(undoManager.redoNames == ["Change Age", nil])
    }

    @Test("as many groups are kept as there are levels, the newest")
    func levels() throws {
        undoManager.levels = 2
        for age in 1...5 {
            ann.age = age
            try context.processPendingChanges()
        }
        #expect(undoManager.undoNames.count == 2)
        try context.undo()
        try context.undo()
        #expect(ann.age == 3 && !undoManager.canUndo)
        try context.redo()
        try context.redo()
        undoManager.levels = 1
        #expect(undoManager.undoNames.count == 1)
    }

    @Test("changes without registration stay, and those before and behind are taken back")
    func registration() throws {
        ann.age = 1
        try undoManager.withoutRegistration {
            ann.name = "Anna"
            #expect(!undoManager.isRegistrationEnabled)
            try context.insert(Person.self) { $0.name = "Bob" }
        }
        ann.score = 2
        try context.processPendingChanges()
        #expect(undoManager.undoNames.count == 1)
        try context.undo()
        #expect(ann.age == 0 && ann.score == nil && ann.name == "Anna")
        #expect(try context.count(FetchRequest(Person.self)) == 2)
        undoManager.enableRegistration()
        #expect(undoManager.isRegistrationEnabled)
    }

    @Test("what willSave changes belongs to what is saved, and forgets nothing that can be made again")
    func willSave() throws {
        let journal = try context.insert(Journal.self)
        try context.save()
        journal.title = "b"
        try context.processPendingChanges()
        journal.title = "c"
        try context.processPendingChanges()
        try context.undo()
        journal.changesInWillSave = 1
        try context.save()
        #expect(journal.count == 1 && undoManager.canRedo && undoManager.undoNames.count == 2)
        try context.redo()
        #expect(journal.title == "c")
        try context.undo()
        try context.undo()
        #expect(journal.title == "new" && journal.count == 0)
    }

    @Test("a child's save is one group in its parent")
    func child() throws {
        let child = context.newConfinedChildContext()
        let own = try child.existingObject(with: ann.objectID, as: Person.self)
        own.age = 1
        try child.processPendingChanges()
        own.name = "Anna"
        let bob = try child.insert(Person.self) { $0.name = "Bob" }
        own.friends.append(bob)
        try child.save()
        #expect(undoManager.undoNames.count == 1)
        #expect(ann.name == "Anna" && ann.friends.count == 1)
        try context.undo()
        #expect(ann.name == "Ann" && ann.age == 0 && ann.friends.isEmpty)
        #expect(try context.count(FetchRequest(Person.self)) == 1)
        try context.redo()
        #expect(ann.friends.map(\.name) == ["Bob"])
        try context.save()
        #expect(try world.context().count(FetchRequest(Person.self)) == 2)
    }

    @Test("listeners hear of groups")
    func told() async throws {
        let events = undoManager.events
        ann.age = 1
        undoManager.setName("grow")
        try context.save()
        try context.undo()
        try context.redo()
        context.rollback()
        context.undoManager = nil
        var heard: [UndoEvent.Kind] = []
        for await event in events {
            heard.append(event.kind)
            if heard.count == 4 { break }
        }
        #expect(heard == [.didCloseGroup, .didUndo, .didRedo, .didRemoveAll])
    }

    @Test("a manager is of one context, and forgets what it kept of another")
    func oneContext() throws {
        ann.age = 1
        try context.processPendingChanges()
        let other = world.context()
        other.undoManager = undoManager
        #expect(context.undoManager == nil && undoManager.context === other && !undoManager.canUndo)
        ann.age = 2
        try context.processPendingChanges()
        #expect(!undoManager.canUndo)
        other.undoManager = nil
        #expect(undoManager.context == nil)
    }
}
