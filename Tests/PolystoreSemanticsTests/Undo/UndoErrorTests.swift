import Polystore
import Testing

@Suite("Undo where it cannot be done")
struct UndoErrorTests {
    /// A wrong use, with the code of its error.
    struct WrongUse: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let code: ContextError.Code
        let run: @Sendable (ManagedObjectContext, ContextUndoManager, Person) throws -> Void
    }

    static let uses = [
        WrongUse(testDescription: "undo without changes", code: .noUndoGroup) { context, _, _ in try context.undo() },
        WrongUse(testDescription: "redo without an undo", code: .noUndoGroup) { context, _, ann in
            ann.age = 1
            try context.redo()
        },
        WrongUse(testDescription: "undo beyond the first group", code: .noUndoGroup) { context, _, ann in
            ann.age = 1
            try context.undo()
            try context.undo()
        },
        WrongUse(testDescription: "redo behind another change", code: .noUndoGroup) { context, _, ann in
            ann.age = 1
            try context.undo()
            ann.age = 2
            try context.redo()
        },
        WrongUse(testDescription: "undo while a group is open", code: .undoGroupOpen) { context, undoManager, ann in
            try undoManager.beginGroup()
            ann.age = 1
            try context.undo()
        },
        WrongUse(testDescription: "redo while a group is open", code: .undoGroupOpen) { context, undoManager, _ in
            try undoManager.beginGroup()
            try context.redo()
        },
        WrongUse(testDescription: "the end of a group that is not open", code: .noUndoGroup) { _, undoManager, _ in
            try undoManager.endGroup()
        },
        WrongUse(testDescription: "the cancelling of a group that is not open", code: .noUndoGroup) {
            _, undoManager, _ in try undoManager.cancelGroup()
        },
        WrongUse(testDescription: "undo without a manager", code: .noUndoGroup) { context, _, ann in
            context.undoManager = nil
            ann.age = 1
            try context.undo()
        },
        WrongUse(testDescription: "a group of a manager without a context", code: .contextGone) { _, _, _ in
            try ContextUndoManager().beginGroup()
        },
        WrongUse(testDescription: "undo behind a rollback", code: .noUndoGroup) { context, _, ann in
            ann.age = 1
            try context.processPendingChanges()
            context.rollback()
            try context.undo()
        },
    ]

    @Test("a wrong use is a typed error and leaves everything as it is", arguments: uses)
    func wrongUse(_ use: WrongUse) throws {
        let world = try World(.memory)
        let context = world.context()
        let ann = try context.insert(Person.self) { ($0.name, $0.age) = ("Ann", 0) }
        try context.save()
        let undoManager = ContextUndoManager()
        context.undoManager = undoManager
        let error = #expect(throws: ContextError.self) { try use.run(context, undoManager, ann) }
        #expect(error?.code == use.code)
        #expect(!(error?.message.isEmpty ?? true))
        ann.name = "Anna"
        try context.save()
    }

    @Test("undo within a save is refused")
    func withinSave() throws {
        let container = try PersistentContainer.inMemory(model: [UndoingJournal.self])
        let context = container.newConfinedContext()
        context.undoManager = ContextUndoManager()
        let undoing = try context.insert(UndoingJournal.self)
        try context.save()
        #expect((undoing.error as? ContextError)?.code == .undoGroupOpen)
    }

    @Test("a hook that rolls back while changes are taken back leaves a manager without groups", arguments: [0, 1, 2])
    func rolledBackByHook(_ way: Int) throws {
        let container = try PersistentContainer.inMemory(model: [RollingBackJournal.self])
        let context = container.newConfinedContext()
        let journal = try context.insert(RollingBackJournal.self) { $0.title = "first" }
        try context.save()
        let undoManager = ContextUndoManager()
        context.undoManager = undoManager
        if way == 0 {
            journal.title = "second"
            try context.undo()
        } else {
            try undoManager.beginGroup("outer")
            if way == 2 { try undoManager.beginGroup("inner") }
            journal.title = "second"
            try undoManager.cancelGroup()
        }
        #expect(journal.title == "first" && !context.hasChanges)
        #expect(!undoManager.canUndo && !undoManager.canRedo && undoManager.groupingLevel == 0)
        journal.title = "third"
        try context.save()
        #expect(undoManager.canUndo)
    }

    @Test("when what undo needs cannot be read, nothing is taken back, and it can be tried again")
    func unreadable() throws {
        let world = try World(.sqlite)
        let context = world.context()
        context.undoManager = ContextUndoManager()
        let acme = try context.insert(Company.self) { $0.name = "Acme" }
        let id = try context.insert(Person.self) { ($0.name, $0.employer) = ("Ann", acme) }.objectID
        try context.save()
        try context.undoManager?.group {
            acme.name = "Globex"
            try context.existingObject(with: id, as: Person.self).name = "Anna"
        }
        try context.save()
        context.refreshAllObjects()
        #expect(acme.isFault && context.registeredObject(for: id)?.isFault ?? true)
        try world.container.close()
        #expect(throws: (any Error).self) { try context.undo() }
        #expect(context.undoManager?.undoNames.count == 2)
    }
}
