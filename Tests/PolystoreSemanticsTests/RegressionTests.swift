import Foundation
import Polystore
import PolystoreStorage
import Testing

@Suite("Sequences of operations that leave both sides of a relationship, and memory and stores, in agreement")
struct RegressionTests {
    static let setups: [StoreSetup] = [.memory, .twoMemories, .sqliteAndMemory]

    /// Acme and Other, Ada and Bob at Acme, saved.
    private struct Staffed {
        let world: World
        let context: ManagedObjectContext
        let acme, other: Company
        let ada, bob: Person

        init(_ setup: StoreSetup) throws {
            world = try World(setup)
            context = world.context()
            let acme = try context.insert(Company.self) { $0.name = "Acme" }
            other = try context.insert(Company.self) { $0.name = "Other" }
            ada = try context.insert(Person.self) { ($0.name, $0.employer) = ("Ada", acme) }
            bob = try context.insert(Person.self) { ($0.name, $0.employer) = ("Bob", acme) }
            self.acme = acme
            try context.save()
        }

        func findings() throws -> [StoreCheck.Finding.Kind] {
            var kinds: [StoreCheck.Finding.Kind] = []
            _ = try world.container.coordinator.check { kinds.append($1.kind) }
            return kinds
        }

        func read<Object: ManagedObject>(_ object: Object) throws -> Object {
            let context = world.context()
            kept.append(context)
            return try context.existingObject(with: object.objectID, as: Object.self)
        }

        /// Contexts whose objects are looked at; an object does not keep its context.
        private let kept = Kept()

        private final class Kept {
            var contexts: [ManagedObjectContext] = []
            func append(_ context: ManagedObjectContext) { contexts.append(context) }
        }
    }

    @Test("a relationship read between a deletion and its rollback has the object again", arguments: setups)
    func readBetween(_ setup: StoreSetup) throws {
        let staffed = try Staffed(setup)
        let context = staffed.world.context()
        let acme = try context.existingObject(with: staffed.acme.objectID, as: Company.self)
        let ada = try context.existingObject(with: staffed.ada.objectID, as: Person.self)
        context.delete(ada)
        #expect(acme.staff.map(\.name) == ["Bob"])
        context.rollback()
        #expect(acme.staff.map(\.name) == ["Ada", "Bob"])
        #expect(ada.employer === acme)
    }

    @Test("pairs whose objects are both deleted in one save go with them", arguments: setups)
    func bothDeleted(_ setup: StoreSetup) throws {
        let staffed = try Staffed(setup)
        let swift = try staffed.context.insert(Skill.self) { $0.name = "Swift" }
        staffed.ada.skills.insert(swift)
        staffed.ada.friends.insert(staffed.bob)
        try staffed.context.save()
        let context = staffed.world.context()
        for object in [staffed.ada, staffed.bob, swift] as [ManagedObject] {
            context.delete(try context.existingObject(with: object.objectID))
        }
        try context.save()
        #expect(try staffed.findings().isEmpty)
    }

    @Test("links added to and removed from an unread relationship are stored as they were left", arguments: setups)
    func unreadLinks(_ setup: StoreSetup) throws {
        let staffed = try Staffed(setup)
        staffed.ada.friends.insert(staffed.bob)
        try staffed.context.save()
        let context = staffed.world.context()
        let ada = try context.existingObject(with: staffed.ada.objectID, as: Person.self)
        let bob = try context.existingObject(with: staffed.bob.objectID, as: Person.self)
        ada.friends.insert(bob)
        ada.friends.remove(bob)
        #expect(!ada.friends.contains(bob))
        #expect(ada.friends.isEmpty)
        try context.save()
        #expect(try staffed.read(ada).friends.isEmpty)

        let second = staffed.world.context()
        let ada2 = try second.existingObject(with: ada.objectID, as: Person.self)
        let bob2 = try second.existingObject(with: bob.objectID, as: Person.self)
        ada2.friends.insert(bob2)
        ada2.friends.remove(bob2)
        ada2.friends.insert(bob2)
        try second.save()
        #expect(try staffed.read(ada).friends.map(\.name) == ["Bob"])
        #expect(try staffed.read(bob).friendOf.map(\.name) == ["Ada"])
    }

    @Test("a member that is taken out and put back stands at the end of the order", arguments: setups, [true, false])
    func putBack(_ setup: StoreSetup, isRead: Bool) throws {
        let staffed = try Staffed(setup)
        for title in ["A", "B", "C"] {
            staffed.acme.projects.insert(try staffed.context.insert(Project.self) { $0.title = title })
        }
        let first = staffed.acme.projects[0]
        try staffed.context.save()
        let context = staffed.world.context()
        let acme = try context.existingObject(with: staffed.acme.objectID, as: Company.self)
        let other = try context.existingObject(with: staffed.other.objectID, as: Company.self)
        let project = try context.existingObject(with: first.objectID, as: Project.self)
        if isRead { #expect(acme.projects.count == 3) }
        project.owner = other
        project.owner = acme
        try context.save()
        #expect(acme.projects.map(\.title) == ["B", "C", "A"])
        #expect(try staffed.read(acme).projects.map(\.title) == ["B", "C", "A"])
    }

    @Test("a sole member that is taken out and put back keeps a place", arguments: setups)
    func soleMember(_ setup: StoreSetup) throws {
        let staffed = try Staffed(setup)
        let project = try staffed.context.insert(Project.self) { ($0.title, $0.owner) = ("A", staffed.acme) }
        try staffed.context.save()
        project.owner = staffed.other
        project.owner = staffed.acme
        try staffed.context.save()
        staffed.acme.projects.insert(try staffed.context.insert(Project.self) { $0.title = "B" }, at: 0)
        try staffed.context.save()
        #expect(try staffed.read(staffed.acme).projects.map(\.title) == ["B", "A"])
    }

    @Test("an order with new members survives a save that fails, and a refresh", arguments: setups)
    func orderAfterFailure(_ setup: StoreSetup) throws {
        let staffed = try Staffed(setup)
        let context = staffed.context
        let acme = staffed.acme
        for title in ["A", "B"] { acme.projects.insert(try context.insert(Project.self) { $0.title = title }) }
        try context.save()
        let wrong = try context.insert(Project.self) { $0.title = "lower" }
        acme.projects.insert(wrong, at: 0)
        acme.projects.move(from: 2, to: 0)
        #expect(throws: SaveError.self) { try context.save() }
        #expect(acme.projects.map(\.title) == ["B", "lower", "A"])
        context.refresh(acme, mergesChanges: true)
        #expect(acme.projects.map(\.title) == ["B", "lower", "A"])
        wrong.title = "Upper"
        try context.save()
        #expect(try staffed.read(acme).projects.map(\.title) == ["B", "Upper", "A"])
        acme.projects.move(from: 0, to: 2)
        context.rollback()
        #expect(acme.projects.map(\.title) == ["B", "Upper", "A"])
    }

    @Test("refreshing without changes takes a move back from both owners", arguments: setups)
    func refreshDropsMove(_ setup: StoreSetup) throws {
        let staffed = try Staffed(setup)
        #expect(staffed.acme.staff.count == 2)
        #expect(staffed.other.staff.isEmpty)
        staffed.ada.employer = staffed.other
        staffed.context.refresh(staffed.ada, mergesChanges: false)
        #expect(staffed.ada.employer === staffed.acme)
        #expect(Set(staffed.acme.staff) == [staffed.ada, staffed.bob])
        #expect(staffed.other.staff.isEmpty)
    }

    @Test("refreshing without changes takes unsaved links back from the other side", arguments: setups)
    func refreshDropsLinks(_ setup: StoreSetup) throws {
        let staffed = try Staffed(setup)
        let swift = try staffed.context.insert(Skill.self) { $0.name = "Swift" }
        try staffed.context.save()
        staffed.ada.skills.insert(swift)
        staffed.context.refresh(staffed.ada, mergesChanges: false)
        #expect(staffed.ada.skills.isEmpty)
        #expect(swift.people.isEmpty)
        try staffed.context.save()
        #expect(try staffed.read(swift).people.isEmpty)
    }

    @Test(
        "a stored link that is set again stays when a refresh takes it back, though its own side was never read",
        arguments: setups, [true, false])
    func refreshKeepsStoredLink(_ setup: StoreSetup, _ wasSavedHere: Bool) throws {
        let staffed = try Staffed(setup)
        staffed.ada.friends.insert(staffed.bob)
        try staffed.context.save()
        let context = wasSavedHere ? staffed.context : staffed.world.context()
        let ada = try context.existingObject(with: staffed.ada.objectID, as: Person.self)
        let bob = try context.existingObject(with: staffed.bob.objectID, as: Person.self)
        #expect(Set(bob.friendOf) == [ada])
        ada.friends.insert(bob)
        context.refresh(ada, mergesChanges: false)
        #expect(Set(bob.friendOf) == [ada])
        #expect(Set(ada.friends) == [bob])
        try context.save()
        #expect(try staffed.read(staffed.bob).friendOf.map(\.name) == ["Ada"])
    }

    @Test(
        "both owners agree with the reference after a conflict was settled", arguments: setups,
        [MergePolicy.rollback, .mergeByPropertyStoreTrump, .mergeByPropertyObjectTrump, .overwrite])
    func settledMove(_ setup: StoreSetup, _ policy: MergePolicy) throws {
        let staffed = try Staffed(setup)
        let third = try staffed.context.insert(Company.self) { $0.name = "Third" }
        try staffed.context.save()
        let mine = staffed.world.context()
        mine.mergePolicy = policy
        let ada = try mine.existingObject(with: staffed.ada.objectID, as: Person.self)
        let companies = try [staffed.acme, staffed.other, third].map {
            try mine.existingObject(with: $0.objectID, as: Company.self)
        }
        for company in companies { _ = company.staff.count }
        staffed.ada.employer = third
        try staffed.context.save()
        ada.employer = companies[1]
        try mine.save()
        let isStores = policy == .rollback || policy == .mergeByPropertyStoreTrump
        #expect(ada.employer === companies[isStores ? 2 : 1])
        #expect(companies.map { $0.staff.map(\.name) } == [["Bob"], isStores ? [] : ["Ada"], isStores ? ["Ada"] : []])
        #expect(try staffed.read(ada).employer?.name == (isStores ? "Third" : "Other"))
    }

    @Test("a deletion that the store's side refuses leaves every link as it was", arguments: setups)
    func refusedDeletion(_ setup: StoreSetup) throws {
        let staffed = try Staffed(setup)
        let swift = try staffed.context.insert(Skill.self) { ($0.name) = ("Swift") }
        staffed.ada.skills.insert(swift)
        try staffed.context.save()
        let mine = staffed.world.context()
        mine.mergePolicy = .rollback
        let ada = try mine.existingObject(with: staffed.ada.objectID, as: Person.self)
        let acme = try mine.existingObject(with: staffed.acme.objectID, as: Company.self)
        let skill = try mine.existingObject(with: swift.objectID, as: Skill.self)
        #expect((acme.staff.count, skill.people.count) == (2, 1))
        staffed.ada.age = 50
        staffed.acme.founded = 1900
        try staffed.context.save()
        mine.delete(ada)
        try mine.save()
        #expect(!ada.isDeleted)
        #expect(acme.staff.count == 2)
        #expect(skill.people.map(\.name) == ["Ada"])
        #expect(try staffed.read(skill).people.map(\.name) == ["Ada"])
        mine.delete(acme)
        try mine.save()
        #expect(ada.employer === acme)
        #expect(Set(acme.staff.map(\.name)) == ["Ada", "Bob"])
        #expect(try staffed.read(ada).employer?.name == "Acme")
    }

    @Test("nothing refers to a new object that is deleted before it was saved", arguments: setups)
    func deletedUnsaved(_ setup: StoreSetup) throws {
        let staffed = try Staffed(setup)
        let locker = try staffed.context.insert(Locker.self) { ($0.number, $0.person) = (1, staffed.ada) }
        staffed.context.delete(locker)
        try staffed.context.save()
        #expect(staffed.ada.locker == nil)
        #expect(try staffed.read(staffed.ada).locker == nil)
        #expect(try staffed.findings().isEmpty)
        let company = try staffed.context.insert(Company.self) { $0.name = "Gone" }
        staffed.ada.employer = company
        staffed.context.delete(company)
        try staffed.context.save()
        #expect(staffed.ada.employer == nil)
        #expect(!staffed.context.hasChanges)
        #expect(try staffed.findings().isEmpty)
    }

    @Test("a new object that goes does not stand against the deletion of what it took", arguments: setups)
    func cascadeFromUnsaved(_ setup: StoreSetup) throws {
        let staffed = try Staffed(setup)
        let locker = try staffed.context.insert(Locker.self) { ($0.number, $0.person) = (1, staffed.bob) }
        try staffed.context.save()
        let cleo = try staffed.context.insert(Person.self) { ($0.name, $0.locker) = ("Cleo", locker) }
        staffed.context.delete(cleo)
        try staffed.context.save()
        #expect(try staffed.world.context().count(FetchRequest(Locker.self)) == 0)
        #expect(try staffed.read(staffed.bob).locker == nil)
        #expect(try staffed.findings().isEmpty)
    }

    @Test("one-to-one links are taken back by a rollback, wherever the reference is kept", arguments: setups)
    func oneToOneRollback(_ setup: StoreSetup) throws {
        let staffed = try Staffed(setup)
        let locker = try staffed.context.insert(Locker.self) { ($0.number, $0.person) = (1, staffed.ada) }
        try staffed.context.save()
        staffed.bob.locker = locker
        staffed.context.rollback()
        #expect(staffed.ada.locker === locker)
        #expect(staffed.bob.locker == nil)
        #expect(locker.person === staffed.ada)
        staffed.bob.locker = locker
        staffed.context.refresh(locker, mergesChanges: false)
        #expect(locker.person === staffed.ada)
        #expect(staffed.ada.locker === locker)
        #expect(staffed.bob.locker == nil)
    }

    @Test("an object's one-to-one link is read anew after a refresh", arguments: setups)
    func oneToOneRefresh(_ setup: StoreSetup) throws {
        let staffed = try Staffed(setup)
        let locker = try staffed.context.insert(Locker.self) { ($0.number, $0.person) = (1, staffed.ada) }
        try staffed.context.save()
        let mine = staffed.world.context()
        let ada = try mine.existingObject(with: staffed.ada.objectID, as: Person.self)
        #expect(ada.locker?.number == 1)
        staffed.bob.locker = locker
        try staffed.context.save()
        mine.refreshAllObjects()
        #expect(ada.locker == nil)
    }

    @Test("data out of rows stays readable when others save something else", arguments: setups)
    func staleData(_ setup: StoreSetup) throws {
        let staffed = try Staffed(setup)
        let photo = Data(repeating: 7, count: 20_000)
        staffed.ada.photo = photo
        try staffed.context.save()
        #expect(staffed.ada.photo == photo)
        let mine = staffed.world.context()
        let ada = try mine.existingObject(with: staffed.ada.objectID, as: Person.self)
        #expect(ada.age == 0)
        staffed.ada.age = 40
        try staffed.context.save()
        #expect(staffed.ada.photo == photo)
        #expect(ada.photo == photo)
        #expect(mine.accessError == nil)
        #expect(ada.snapshot[Person.photo] == nil)
        let photos = try mine.select(Person.photo, from: FetchRequest(Person.self).where(Person.name == "Ada"))
        #expect(photos.first.flatMap { $0 } == photo)
    }

    @Test(
        "data out of rows comes through a merge whole", arguments: setups,
        [MergePolicy.rollback, .mergeByPropertyStoreTrump, .mergeByPropertyObjectTrump, .overwrite])
    func mergedData(_ setup: StoreSetup, _ policy: MergePolicy) throws {
        let staffed = try Staffed(setup)
        staffed.ada.photo = Data(repeating: 1, count: 20_000)
        staffed.bob.photo = Data(repeating: 1, count: 20_000)
        try staffed.context.save()
        let mine = staffed.world.context()
        mine.mergePolicy = policy
        let ada = try mine.existingObject(with: staffed.ada.objectID, as: Person.self)
        let bob = try mine.existingObject(with: staffed.bob.objectID, as: Person.self)
        (ada.age, bob.photo) = (30, Data(repeating: 3, count: 30_000))
        staffed.ada.photo = Data(repeating: 2, count: 20_000)
        staffed.bob.age = 31
        try staffed.context.save()
        try mine.save()
        #expect(try staffed.read(ada).photo == Data(repeating: 2, count: 20_000))
        #expect(ada.photo == Data(repeating: 2, count: 20_000))
        let isMine = policy != .rollback
        #expect(try staffed.read(bob).photo == Data(repeating: isMine ? 3 : 1, count: isMine ? 30_000 : 20_000))
        #expect(try staffed.findings().isEmpty)
    }

    @Test(
        "several new objects with one unique value become one, and keep what was linked to them", arguments: setups,
        [MergePolicy.rollback, .mergeByPropertyStoreTrump, .mergeByPropertyObjectTrump, .overwrite])
    func duplicates(_ setup: StoreSetup, _ policy: MergePolicy) throws {
        let staffed = try Staffed(setup)
        let mine = staffed.world.context()
        mine.mergePolicy = policy
        for index in 0..<20 {
            let company = try mine.insert(Company.self) { $0.name = index < 10 ? "Acme" : "New" }
            try mine.insert(Person.self) { ($0.name, $0.employer) = ("P\(index)", company) }
            company.projects.insert(try mine.insert(Project.self) { $0.title = "T" })
        }
        try mine.save()
        let after = staffed.world.context()
        let companies = try after.fetch(FetchRequest(Company.self).sorted(by: Company.name))
        #expect(companies.map(\.name) == ["Acme", "New", "Other"])
        #expect(companies.map(\.staff.count) == [12, 10, 0])
        #expect(companies.map(\.projects.count) == [10, 10, 0])
        #expect(try staffed.findings().isEmpty)
    }

    @Test("a unique value is free for a new object when its holder is deleted in the same save", arguments: setups)
    func replaced(_ setup: StoreSetup) throws {
        let staffed = try Staffed(setup)
        staffed.context.delete(staffed.acme)
        let acme = try staffed.context.insert(Company.self) { $0.name = "Acme" }
        staffed.ada.employer = acme
        try staffed.context.save()
        #expect(try staffed.read(acme).staff.map(\.name) == ["Ada"])
        #expect(try staffed.read(staffed.bob).employer == nil)
    }

    @Test("a deletion that is refused is taken back with everything that it cleared", arguments: setups)
    func deniedThenRolledBack(_ setup: StoreSetup) throws {
        let staffed = try Staffed(setup)
        let locker = try staffed.context.insert(Locker.self) { ($0.number, $0.person) = (1, staffed.ada) }
        try staffed.context.save()
        staffed.context.delete(locker)
        staffed.context.delete(staffed.acme)
        #expect(throws: SaveError.self) { try staffed.context.save() }
        staffed.context.rollback()
        #expect(staffed.ada.employer === staffed.acme)
        #expect(Set(staffed.acme.staff) == [staffed.ada, staffed.bob])
        staffed.ada.employer = staffed.other
        staffed.context.delete(staffed.acme)
        try staffed.context.save()
        #expect(try staffed.read(staffed.ada).employer?.name == "Other")
        #expect(try staffed.read(staffed.bob).employer == nil)
        staffed.context.delete(staffed.ada)
        try staffed.context.save()
        #expect(try staffed.world.context().count(FetchRequest(Locker.self)) == 0)
    }

    @Test("a path through a one-to-one relationship is projected wherever the reference is kept", arguments: setups)
    func projectedOneToOne(_ setup: StoreSetup) throws {
        let staffed = try Staffed(setup)
        try staffed.context.insert(Locker.self) { ($0.number, $0.person) = (7, staffed.ada) }
        try staffed.context.save()
        let request = FetchRequest(Person.self).where(Person.name == "Ada")
        let numbers = try staffed.world.context().select(Person.locker.number, from: request)
        #expect(numbers.first == 7)
    }

    @Test("large relationships take and lose members without a walk for each", arguments: [StoreSetup.memory])
    func largeRelationship(_ setup: StoreSetup) throws {
        let staffed = try Staffed(setup)
        var people: [Person] = []
        for index in 0..<5_000 {
            people.append(
                try staffed.context.insert(Person.self) { ($0.name, $0.employer) = ("P\(index)", staffed.acme) })
        }
        #expect(staffed.acme.staff.count == 5_002)
        for person in people { staffed.context.delete(person) }
        try staffed.context.save()
        #expect(staffed.acme.staff.count == 2)
        #expect(try staffed.read(staffed.acme).staff.count == 2)
    }
}
