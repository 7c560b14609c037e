import Foundation
import Polystore
import Testing

@Suite("Undo beside other contexts")
struct UndoMergeTests {
    /// A context that undoes and merges what another one saves.
    private struct Pair {
        let world: World
        let context: ManagedObjectContext
        let other: ManagedObjectContext

        init(_ setup: StoreSetup) throws {
            world = try World(setup)
            context = world.context()
            other = world.context()
            context.automaticallyMergesChangesFromParent = true
            context.undoManager = ContextUndoManager()
        }

        /// The same object in the other context.
        func theirs<Object: ManagedObject>(_ object: Object) throws -> Object {
            other.refreshAllObjects()
            return try other.existingObject(with: object.objectID, as: Object.self)
        }
    }

    @Test(
        "a deletion that wins over large data of another save is taken back with the data",
        arguments: StoreSetup.allCases, [MergePolicy.mergeByPropertyObjectTrump, .overwrite])
    func largeDataOfOthers(_ setup: StoreSetup, _ policy: MergePolicy) throws {
        let pair = try Pair(setup)
        let context = pair.context
        context.automaticallyMergesChangesFromParent = false
        context.mergePolicy = policy
        let ann = try context.insert(Person.self) { $0.name = "Ann" }
        try context.save()
        let photo = Data(repeating: 2, count: 120_000)
        try pair.theirs(ann).photo = photo
        try pair.other.save()
        context.delete(ann)
        try context.save()
        try context.undo()
        try context.save()
        #expect(try pair.theirs(ann).photo == photo)
    }

    @Test(
        "the deletion of an object whose large data another save replaced, removed or deleted meets the conflict, and comes back with its data or not at all",
        arguments: [StoreSetup.sqlite, .lmdb, .memory, .sqliteAndLMDB], 0..<3)
    func largeDataThatIsGone(_ setup: StoreSetup, _ way: Int) throws {
        let pair = try Pair(setup)
        let context = pair.context
        context.automaticallyMergesChangesFromParent = false
        let ann = try context.insert(Person.self) { ($0.name, $0.photo) = ("Ann", Data(repeating: 1, count: 120_000)) }
        try context.save()
        let replaced = Data(repeating: 2, count: 90_000)
        context.refresh(ann, mergesChanges: false)
        #expect(ann.name == "Ann")
        let theirs = try pair.theirs(ann)
        switch way {
        case 0: theirs.photo = replaced
        case 1: theirs.photo = nil
        default: pair.other.delete(theirs)
        }
        try pair.other.save()
        context.delete(ann)
        let error = #expect(throws: SaveError.self) { try context.save() }
        #expect(error?.code == .conflict)
        context.mergePolicy = .mergeByPropertyObjectTrump
        try context.save()
        try context.undo()
        try context.save()
        guard way < 2 else {
            // Its data is nowhere any more, and without it the object does not come back.
            #expect(try pair.world.context().count(FetchRequest(Person.self)) == 0)
            return
        }
        #expect(try pair.theirs(ann).photo == (way == 0 ? replaced : nil))
    }

    @Test(
        "what others saved stays, but for the properties that a group changed, and both sides agree",
        arguments: StoreSetup.allCases)
    func merged(_ setup: StoreSetup) throws {
        let pair = try Pair(setup)
        let context = pair.context
        let companies = try ["A", "B", "C"].map { name in try context.insert(Company.self) { $0.name = name } }
        let ann = try context.insert(Person.self) { ($0.name, $0.age, $0.employer) = ("Ann", 1, companies[0]) }
        try context.save()
        (ann.name, ann.employer) = ("Anna", companies[1])
        try context.save()
        let theirs = try pair.theirs(ann)
        (theirs.age, theirs.employer) = (50, try pair.theirs(companies[2]))
        try pair.other.save()
        try context.processPendingChanges()
        #expect(ann.age == 50 && ann.employer === companies[2])
        try context.undo()
        #expect(ann.name == "Ann" && ann.age == 50 && ann.employer === companies[0])
        #expect(companies.map { $0.staff.count } == [1, 0, 0])
        try context.save()
        let saved = try pair.theirs(ann)
        #expect(saved.name == "Ann" && saved.age == 50 && saved.employer?.name == "A")
    }

    @Test("what others deleted is left out, and links to it", arguments: StoreSetup.allCases)
    func deletedElsewhere(_ setup: StoreSetup) throws {
        let pair = try Pair(setup)
        let context = pair.context
        let acme = try context.insert(Company.self) { $0.name = "Acme" }
        let ann = try context.insert(Person.self) { ($0.name, $0.employer) = ("Ann", acme) }
        let bob = try context.insert(Person.self) { $0.name = "Bob" }
        try context.save()
        (ann.name, bob.name) = ("Anna", "Bobby")
        ann.employer = nil
        try context.save()
        pair.other.delete(try pair.theirs(acme))
        pair.other.delete(try pair.theirs(bob))
        try pair.other.save()
        try context.processPendingChanges()
        try context.undo()
        #expect(ann.name == "Ann" && ann.employer == nil && context.accessError == nil)
        try context.save()
        #expect(try pair.world.context().count(FetchRequest(Person.self)) == 1)
    }

    @Test("an undone deletion of what another context changed since meets the conflict at its save")
    func changedElsewhere() throws {
        let pair = try Pair(.sqlite)
        let context = pair.context
        context.automaticallyMergesChangesFromParent = false
        let ann = try context.insert(Person.self) { $0.name = "Ann" }
        try context.save()
        ann.name = "Anna"
        try context.processPendingChanges()
        try pair.theirs(ann).name = "Hanna"
        try pair.other.save()
        try context.undo()
        ann.age = 3
        #expect(throws: SaveError.self) { try context.save() }
        context.mergePolicy = .mergeByPropertyObjectTrump
        try context.save()
        #expect(try pair.theirs(ann).age == 3)
    }

    @Test("merging is no change of the program: it makes no group, and keeps what can be made again")
    func noGroup() throws {
        let pair = try Pair(.sqlite)
        let context = pair.context
        let ann = try context.insert(Person.self) { ($0.name, $0.age) = ("Ann", 1) }
        try context.save()
        ann.age = 2
        try context.undo()
        let count = context.undoManager?.undoNames.count
        try pair.theirs(ann).name = "Hanna"
        try pair.other.save()
        try context.processPendingChanges()
        #expect(ann.name == "Hanna" && context.undoManager?.undoNames.count == count)
        try context.redo()
        #expect(ann.age == 2 && ann.name == "Hanna")
    }
}
