import Polystore
import Testing

@Suite("Refreshing objects that were deleted with their owners")
struct RefreshedDeletionTests {
    /// Ada and a project of Acme, saved, and the context that made them.
    private func world(_ setup: StoreSetup) throws -> (World, [ObjectID]) {
        let world = try World(setup)
        let context = world.context()
        let acme = try context.insert(Company.self) { $0.name = "Acme" }
        let ada = try context.insert(Person.self) { ($0.name, $0.employer) = ("Ada", acme) }
        let project = try context.insert(Project.self) { ($0.title, $0.owner) = ("P", acme) }
        try context.save()
        return (world, [acme.objectID, ada.objectID, project.objectID])
    }

    @Test("one whose deletion was the rule's goes with its owner again", arguments: StoreSetup.allCases, [true, false])
    func cascaded(_ setup: StoreSetup, isRead: Bool) throws {
        let (world, ids) = try world(setup)
        let context = world.context()
        let acme = try context.existingObject(with: ids[0], as: Company.self)
        let project = try #require(context.object(with: ids[2]) as? Project)
        if isRead { #expect(project.title == "P") }
        context.delete(acme)
        try context.processPendingChanges()
        #expect(project.isDeleted)
        context.refresh(project, mergesChanges: false)
        #expect(!project.isDeleted)
        try context.save()
        let other = world.context()
        #expect(try other.count(FetchRequest(Company.self)) == 0)
        #expect(try other.count(FetchRequest(Project.self)) == 0)
        #expect(try other.existingObject(with: ids[1], as: Person.self).employer == nil)
    }

    @Test(
        "one that was deleted itself refers to its deleted owner no longer", arguments: StoreSetup.allCases,
        [true, false])
    func nullified(_ setup: StoreSetup, isRead: Bool) throws {
        let (world, ids) = try world(setup)
        let context = world.context()
        let acme = try context.existingObject(with: ids[0], as: Company.self)
        let ada = try #require(context.object(with: ids[1]) as? Person)
        if isRead { #expect(ada.name == "Ada") }
        context.delete(acme)
        context.delete(ada)
        try context.processPendingChanges()
        context.refresh(ada, mergesChanges: false)
        try context.processPendingChanges()
        #expect(ada.employer == nil && !ada.isDeleted)
        try context.save()
        let other = world.context()
        #expect(try other.existingObject(with: ids[1], as: Person.self).employer == nil)
        #expect(try other.count(FetchRequest(Company.self)) == 0)
    }

    @Test("one whose owner was refreshed, too, has it again", arguments: StoreSetup.allCases)
    func both(_ setup: StoreSetup) throws {
        let (world, ids) = try world(setup)
        let context = world.context()
        let acme = try context.existingObject(with: ids[0], as: Company.self)
        let project = try context.existingObject(with: ids[2], as: Project.self)
        context.delete(acme)
        try context.processPendingChanges()
        context.refresh(project, mergesChanges: false)
        context.refresh(acme, mergesChanges: false)
        try context.save()
        let other = world.context()
        #expect(try other.existingObject(with: ids[2], as: Project.self).owner?.name == "Acme")
        #expect(try other.existingObject(with: ids[1], as: Person.self).employer?.name == "Acme")
    }
}
