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
