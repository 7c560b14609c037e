import Polystore
import Testing

@Suite("Changed objects that another context deleted, and what they belong to")
struct ReturnedMemberTests {
    /// Acme with Ann and a project, which another context deletes while this one has changed both.
    private struct Scene {
        let world: World
        let context: ManagedObjectContext
        let acme: Company
        let ann: Person
        let plan: Project

        init(_ setup: StoreSetup, merges: Bool, isRead: Bool) throws {
            world = try World(setup)
            context = world.context()
            context.automaticallyMergesChangesFromParent = merges
            context.mergePolicy = .mergeByPropertyObjectTrump
            acme = try context.insert(Company.self) { $0.name = "Acme" }
            let company = acme
            ann = try context.insert(Person.self) { ($0.name, $0.employer) = ("Ann", company) }
            plan = try context.insert(Project.self) { ($0.title, $0.owner) = ("P", company) }
            try context.save()
            context.refreshAllObjects()
            if isRead { #expect(acme.staff.count == 1 && acme.projects.count == 1) }
            (ann.age, plan.title) = (4, "Q")
            let other = world.context()
            other.delete(try other.existingObject(with: ann.objectID))
            other.delete(try other.existingObject(with: plan.objectID))
            try other.save()
        }

        func expectWhole(persons: Int, projects: Int) throws {
            _ = try world.container.coordinator.check { store, finding in
                Issue.record("\(store.name): \(finding.kind.rawValue) \(finding.details)")
            }
            let fresh = world.context()
            #expect(try fresh.count(FetchRequest(Person.self)) == persons)
            #expect(try fresh.count(FetchRequest(Project.self)) == projects)
        }
    }

    @Test(
        "delete rules of what they belong to find them: none refers to what is gone after the save",
        arguments: [StoreSetup.sqlite, .lmdb, .memory, .sqliteAndLMDB], [(true, true), (true, false), (false, false)])
    func ownerDeleted(_ setup: StoreSetup, _ way: (merges: Bool, isRead: Bool)) throws {
        let scene = try Scene(setup, merges: way.merges, isRead: way.isRead)
        try scene.context.processPendingChanges()
        scene.context.delete(scene.acme)
        try scene.context.processPendingChanges()
        // Without merging, the context learns of it by the conflict at its save.
        if way.merges { #expect(scene.ann.employer == nil && scene.plan.isDeleted) }
        try scene.context.save()
        try scene.expectWhole(persons: 1, projects: 0)
    }

    @Test(
        "they come back as members with the save",
        arguments: [StoreSetup.sqlite, .lmdb, .memory, .sqliteAndLMDB], [(true, true), (true, false), (false, true)])
    func comingBack(_ setup: StoreSetup, _ way: (merges: Bool, isRead: Bool)) throws {
        let scene = try Scene(setup, merges: way.merges, isRead: way.isRead)
        try scene.context.processPendingChanges()
        #expect(scene.acme.staff.map(\.name) == ["Ann"] && scene.acme.projects.map(\.title) == ["Q"])
        try scene.context.save()
        #expect(scene.acme.staff.map(\.name) == ["Ann"] && scene.acme.projects.map(\.title) == ["Q"])
        try scene.expectWhole(persons: 1, projects: 1)
    }

    @Test(
        "without their changes they belong to nothing any more",
        arguments: [StoreSetup.sqlite, .lmdb, .memory, .sqliteAndLMDB], 0..<3)
    func givenUp(_ setup: StoreSetup, _ way: Int) throws {
        let scene = try Scene(setup, merges: true, isRead: true)
        let context = scene.context
        try context.processPendingChanges()
        #expect(scene.acme.staff.count == 1 && scene.acme.projects.count == 1)
        switch way {
        case 0: context.rollback()
        case 1: for object in [scene.ann, scene.plan] { context.refresh(object, mergesChanges: false) }
        default:
            context.mergePolicy = .mergeByPropertyStoreTrump
            try context.save()
        }
        #expect(scene.acme.staff.isEmpty && scene.acme.projects.isEmpty)
        try context.save()
        try scene.expectWhole(persons: 0, projects: 0)
    }
}
