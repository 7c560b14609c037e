import Foundation
import Polystore
import PolystoreStorage
import Synchronization
import Testing

@Suite("What contexts keep of each other's saves: large data, order, locks, unstored links")
struct StalenessTests {
    static let setups: [StoreSetup] = [.memory, .sqlite, .twoMemories, .sqliteAndMemory]
    static let large = Data(repeating: 7, count: 20_000)

    private func save(_ world: World) throws -> (acme: ObjectID, ada: ObjectID) {
        let context = world.context()
        let acme = try context.insert(Company.self) { $0.name = "Acme" }
        let ada = try context.insert(Person.self) { ($0.name, $0.employer, $0.photo) = ("Ada", acme, Self.large) }
        try context.save()
        return (acme.objectID, ada.objectID)
    }

    /// A saved person as a context of its own has her.
    private func opened(_ setup: StoreSetup) throws -> (world: World, mine: ManagedObjectContext, ada: Person) {
        let world = try World(setup)
        let (_, id) = try save(world)
        let mine = world.context()
        return (world, mine, try mine.existingObject(with: id, as: Person.self))
    }

    private func change<Object: ManagedObject>(
        _ world: World, _ id: ObjectID, as type: Object.Type, _ body: (Object, ManagedObjectContext) throws -> Void
    ) throws {
        let context = world.context()
        try body(try context.existingObject(with: id, as: type), context)
        try context.save()
    }

    private func findings(_ world: World) throws -> [StoreCheck.Finding.Kind] {
        var kinds: [StoreCheck.Finding.Kind] = []
        _ = try world.container.coordinator.check { kinds.append($1.kind) }
        return kinds
    }

    @Test("an object whose large data is gone with its row is not brought back without it", arguments: setups)
    func vanishedLargeData(_ setup: StoreSetup) throws {
        let world = try World(setup)
        let (_, id) = try save(world)
        let mine = world.context()
        mine.mergePolicy = .mergeByPropertyObjectTrump
        let ada = try mine.existingObject(with: id, as: Person.self)
        ada.age = 5
        try change(world, id, as: Person.self) { ada, context in context.delete(ada) }
        let error = #expect(throws: SaveError.self) { try mine.save() }
        #expect(error?.conflicts.map(\.object) == [id])
        #expect(try findings(world).isEmpty)
        // With its data set anew it comes back whole.
        ada.photo = Data(repeating: 8, count: 30_000)
        try mine.save()
        try change(world, id, as: Person.self) { ada, _ in
            #expect(ada.photo == Data(repeating: 8, count: 30_000))
            #expect(ada.age == 5)
        }
        #expect(try findings(world).isEmpty)
    }

    @Test("a predicate on large data sees a stale object's data", arguments: setups)
    func staleLargeData(_ setup: StoreSetup) throws {
        let (world, mine, ada) = try opened(setup)
        try change(world, ada.objectID, as: Person.self) { ada, _ in ada.age = 9 }
        #expect(try mine.count(FetchRequest(Person.self).where(Person.photo == Self.large)) == 1)
        ada.score = 1
        #expect(try mine.count(FetchRequest(Person.self).where(Person.photo == Self.large)) == 1)
        #expect(try mine.count(FetchRequest(Company.self).where(any(Company.staff.photo) == Self.large)) == 1)
    }

    @Test(
        "an ordered relationship has one order in memory and in the store after a merge", arguments: setups,
        [MergePolicy.mergeByPropertyStoreTrump, .mergeByPropertyObjectTrump, .rollback, .overwrite])
    func mergedOrder(_ setup: StoreSetup, _ policy: MergePolicy) throws {
        let world = try World(setup)
        let (id, _) = try save(world)
        try change(world, id, as: Company.self) { acme, context in
            for title in ["A", "B", "C", "D"] {
                acme.projects.insert(try context.insert(Project.self) { $0.title = title })
            }
        }
        let mine = world.context()
        mine.mergePolicy = policy
        let acme = try mine.existingObject(with: id, as: Company.self)
        #expect(acme.projects.map(\.title) == ["A", "B", "C", "D"])
        try change(world, id, as: Company.self) { acme, _ in acme.projects.move(from: 3, to: 1) }
        acme.projects.move(from: 3, to: 0)
        acme.projects.move(from: 3, to: 1)
        try mine.save()
        let context = world.context()
        let stored = try context.existingObject(with: id, as: Company.self).projects.map(\.title)
        #expect(acme.projects.map(\.title) == stored)
        #expect(Set(stored) == ["A", "B", "C", "D"])
        #expect(!mine.hasChanges)
    }

    @Test("looking for conflicts does not make an object a changed one", arguments: setups)
    func lockedIsNotUpdated(_ setup: StoreSetup) throws {
        let world = try World(setup)
        let (id, _) = try save(world)
        let mine = world.context()
        let acme = try mine.existingObject(with: id, as: Company.self)
        mine.detectConflicts(for: acme)
        #expect(!acme.isUpdated)
        #expect(!acme.hasChanges)
        #expect(mine.updatedObjects.isEmpty)
        try mine.save()
        #expect(acme.version == 1)
        mine.detectConflicts(for: acme)
        try change(world, id, as: Company.self) { acme, _ in acme.founded = 1 }
        let error = #expect(throws: SaveError.self) { try mine.save() }
        #expect(error?.conflicts.map(\.object) == [id])
        mine.rollback()
        try mine.save()
        acme.founded = 2
        mine.refresh(acme, mergesChanges: true)
        mine.detectConflicts(for: acme)
        #expect(acme.isUpdated)
        try mine.save()
        #expect(acme.founded == 2)
    }

    @Test("a rollback leaves transient values of saved objects as the last save left them", arguments: setups)
    func transientRollback(_ setup: StoreSetup) throws {
        let (_, mine, ada) = try opened(setup)
        ada.mood = "calm"
        try mine.save()
        #expect(ada.mood == "calm")
        ada.age = 3
        mine.rollback()
        #expect(ada.mood == "calm")
        ada.mood = "wild"
        mine.rollback()
        #expect(ada.mood == "calm")
    }

    @Test("a changed row stays when something beside it is changed; both go together, and are saved", arguments: setups)
    func changedRowAndMore(_ setup: StoreSetup) throws {
        let (world, mine, ada) = try opened(setup)
        let age = ada.age
        ada.age = 3
        ada.mood = "calm"
        #expect(ada.age == 3 && ada.mood == "calm")
        mine.rollback()
        #expect(ada.age == age && ada.mood == nil && !ada.hasChanges)
        ada.age = 4
        ada.mood = "wild"
        ada.friends.insert(ada)
        ada.age = 5
        try mine.save()
        #expect(ada.age == 5 && ada.mood == "wild" && !ada.hasChanges)
        ada.age = 6
        mine.rollback()
        #expect(ada.age == 5 && ada.mood == "wild")
        let other = world.context()
        let read = try other.existingObject(with: ada.objectID, as: Person.self)
        #expect(read.age == 5 && read.friends.map(\.objectID) == [ada.objectID])
    }

    @Test("a one-to-one link that the row does not keep is let go and read anew", arguments: setups)
    func looseLinks(_ setup: StoreSetup) throws {
        let world = try World(setup)
        let (_, id) = try save(world)
        let context = world.context()
        let ada = try context.existingObject(with: id, as: Person.self)
        let locker = try context.insert(Locker.self) { ($0.number, $0.person) = (1, ada) }
        try context.save()
        let mine = world.context()
        for person in try mine.fetch(FetchRequest(Person.self)) { #expect(person.locker?.number == 1) }
        mine.prune()
        #expect(mine.registeredObjects.isEmpty)
        let own = try mine.existingObject(with: id, as: Person.self)
        #expect(own.locker?.number == 1)
        let collected = Saved()
        let listening = world.container.coordinator.saves.listen { event in
            collected.events.withLock { $0.append(event) }
        }
        locker.person = nil
        try context.save()
        listening.stop()
        for event in collected.events.withLock({ $0 }) { mine.mergeChanges(from: event) }
        #expect(own.locker == nil)
        #expect(ada.locker == nil)
    }

    @Test(
        "a link to what others have deleted is a conflict, and nothing dangles when it is settled",
        arguments: setups, MergePolicy.allCases)
    func linkToDeleted(_ setup: StoreSetup, _ policy: MergePolicy) throws {
        let world = try World(setup)
        let (id, ada) = try save(world)
        let mine = world.context()
        mine.mergePolicy = policy
        let acme = try mine.existingObject(with: id, as: Company.self)
        let bob = try mine.insert(Person.self) { ($0.name, $0.employer) = ("Bob", acme) }
        try change(world, id, as: Company.self) { acme, context in context.delete(acme) }
        if policy == .error {
            let error = #expect(throws: SaveError.self) { try mine.save() }
            #expect(error?.conflicts.map(\.object) == [id])
            #expect(bob.employer === acme)
            #expect(try world.context().count(FetchRequest(Person.self)) == 1)
            return
        }
        try mine.save()
        let comesBack = policy == .overwrite || policy == .mergeByPropertyObjectTrump
        #expect(try findings(world).isEmpty)
        #expect(bob.employer === (comesBack ? acme : nil))
        try change(world, bob.objectID, as: Person.self) { bob, _ in
            #expect(bob.employer?.name == (comesBack ? "Acme" : nil))
        }
        try change(world, ada, as: Person.self) { ada, _ in #expect(ada.employer == nil) }
    }

    @Test(
        "what others link to an object that is deleted here is a conflict, and nothing dangles when it is settled",
        arguments: setups, MergePolicy.allCases)
    func deletionOfLinked(_ setup: StoreSetup, _ policy: MergePolicy) throws {
        let world = try World(setup)
        let (id, _) = try save(world)
        let setupContext = world.context()
        try setupContext.insert(Person.self) { $0.name = "Cleo" }
        try setupContext.save()
        let mine = world.context()
        mine.mergePolicy = policy
        let acme = try mine.existingObject(with: id, as: Company.self)
        #expect(acme.staff.count == 1)
        let cleo = try #require(try mine.first(FetchRequest(Person.self).where(Person.name == "Cleo")))
        let swift = try mine.insert(Skill.self) { $0.name = "Swift" }
        cleo.skills.insert(swift)
        try mine.save()
        try change(world, id, as: Company.self) { acme, context in
            try context.insert(Person.self) { ($0.name, $0.employer) = ("Bob", acme) }
            try context.existingObject(with: cleo.objectID, as: Person.self).employer = acme
        }
        mine.delete(acme)
        if policy == .error {
            let error = #expect(throws: SaveError.self) { try mine.save() }
            #expect(error?.conflicts.map(\.object) == [id])
            #expect(try world.context().count(FetchRequest(Company.self)) == 1)
            return
        }
        try mine.save()
        let isDeleted = policy == .overwrite || policy == .mergeByPropertyObjectTrump
        #expect(try findings(world).isEmpty)
        let after = world.context()
        #expect(try after.count(FetchRequest(Company.self)) == (isDeleted ? 0 : 1))
        #expect(try after.count(FetchRequest(Person.self).where(Person.employer != nil)) == (isDeleted ? 0 : 3))
        #expect(!mine.hasChanges)
    }

    @Test("pairs with what others have deleted, or delete, do not stay behind", arguments: setups)
    func pairsWithDeleted(_ setup: StoreSetup) throws {
        let world = try World(setup)
        let (_, id) = try save(world)
        let setupContext = world.context()
        let swift = try setupContext.insert(Skill.self) { $0.name = "Swift" }
        try setupContext.save()
        // Linked by others while it is deleted here.
        let mine = world.context()
        let skill = try mine.existingObject(with: swift.objectID, as: Skill.self)
        #expect(skill.people.isEmpty)
        mine.delete(skill)
        try change(world, id, as: Person.self) { ada, context in
            ada.skills.insert(try context.existingObject(with: swift.objectID, as: Skill.self))
        }
        try mine.save()
        #expect(try findings(world).isEmpty)
        try change(world, id, as: Person.self) { ada, _ in #expect(ada.skills.isEmpty) }
        // Deleted by others while it is linked here.
        let ada = try setupContext.existingObject(with: id, as: Person.self)
        ada.friends.insert(try setupContext.insert(Person.self) { $0.name = "Bob" })
        try change(world, id, as: Person.self) { ada, context in context.delete(ada) }
        #expect(throws: SaveError.self) { try setupContext.save() }
        setupContext.mergePolicy = .mergeByPropertyStoreTrump
        try setupContext.save()
        #expect(try findings(world).isEmpty)
    }

    @Test(
        "paths lead through the snapshot and unsaved changes, not through objects older than the snapshot",
        arguments: setups)
    func paths(_ setup: StoreSetup) throws {
        let world = try World(setup)
        let (id, _) = try save(world)
        let mine = world.context()
        let acme = try mine.existingObject(with: id, as: Company.self)
        #expect((acme.name, acme.staff.count) == ("Acme", 1))
        try change(world, id, as: Company.self) { acme, context in
            acme.name = "New"
            try context.insert(Person.self) { ($0.name, $0.employer) = ("Bob", acme) }
        }
        let atNew = FetchRequest(Person.self).where(Person.employer.name == "New")
        let withBob = FetchRequest(Company.self).where(any(Company.staff.name) == "Bob")
        #expect(try mine.count(atNew) == 2)
        #expect(try mine.count(withBob) == 1)
        // Unsaved changes of other objects of the entities: rows are looked up one by one now.
        let company = try mine.insert(Company.self) { $0.name = "Own" }
        try mine.insert(Person.self) { ($0.name, $0.employer) = ("Own", company) }
        #expect(try mine.count(atNew) == 2)
        #expect(try mine.count(withBob) == 1)
        let child = mine.newConfinedChildContext()
        #expect(try child.count(FetchRequest(Company.self).where(any(Company.staff.name) == "Own")) == 1)
    }

    private final class Saved: Sendable {
        let events = Mutex<[SaveEvent]>([])
    }
}
