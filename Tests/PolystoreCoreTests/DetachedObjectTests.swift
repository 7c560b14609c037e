import Polystore
import Testing

@testable import PolystoreCore

/// A choir, which finds its singers.
final class Choir: ManagedObject, Entity {
    static let minimum = Attribute<Int>("minimum", .default(0))
    static let adults = FetchedProperty<Singer>("adults", where: Singer.age > fetchSource(Choir.self).minimum)
    static let entity = EntityDescription(Choir.self, minimum, adults)
}

final class Singer: ManagedObject, Entity {
    static let age = Attribute<Int>("age")
    static let entity = EntityDescription(Singer.self, age)
}

@Suite("A context keeps nothing of objects that are gone")
struct DetachedObjectTests {
    let container: PersistentContainer
    let context: ManagedObjectContext

    init() throws {
        container = try PersistentContainer.inMemory(model: [Choir.self, Singer.self])
        context = container.newConfinedContext()
        try context.insert(Singer.self) { $0.age = 30 }
        try context.save()
    }

    /// A choir whose fetched property was read.
    private func choir() throws -> Choir {
        let choir = try context.insert(Choir.self)
        #expect(choir.adults.count == 1 && !context.fetchedProperties.isEmpty)
        return choir
    }

    /// What another context saves when it deletes an object.
    private func deletion(of objectID: ObjectID) throws -> SaveEvent {
        let other = container.newConfinedContext()
        other.delete(try other.existingObject(with: objectID))
        let event = SaveEvent(try other.pendingChanges())
        try other.save()
        return event
    }

    @Test("what fetched properties found goes with their objects: deleted here, elsewhere, unsaved, or taken back")
    func fetchedProperties() throws {
        let deleted = try choir()
        try context.save()
        context.delete(deleted)
        try context.save()
        #expect(context.fetchedProperties.isEmpty)

        let merged = try choir()
        try context.save()
        context.mergeChanges(from: try deletion(of: merged.objectID))
        #expect(context.fetchedProperties.isEmpty && merged.managedObjectContext == nil)

        context.delete(try choir())
        try context.save()
        #expect(context.fetchedProperties.isEmpty)

        _ = try choir()
        context.rollback()
        #expect(context.fetchedProperties.isEmpty)
    }

    @Test("so does one that wins over a change here")
    func conflict() throws {
        let lost = try choir()
        try context.save()
        lost.minimum = 3
        _ = lost.adults
        _ = try deletion(of: lost.objectID)
        context.mergePolicy = .mergeByPropertyStoreTrump
        try context.save()
        #expect(context.fetchedProperties.isEmpty && lost.managedObjectContext == nil)
    }

    @Test("an object whose row could not be read is not kept once its deletion was merged")
    func inaccessible() throws {
        let choir = try choir()
        try context.save()
        let event = try deletion(of: choir.objectID)
        context.refresh(choir, mergesChanges: false)
        #expect(choir.minimum == 0 && choir.inaccessibleError != nil)
        #expect(context.inaccessibleObjects.count == 1)
        _ = context.takeAccessError()
        context.prune()
        // A rollback may find it again.
        #expect(context.inaccessibleObjects.count == 1)
        context.mergeChanges(from: event)
        context.prune()
        #expect(context.inaccessibleObjects.isEmpty)
    }
}
