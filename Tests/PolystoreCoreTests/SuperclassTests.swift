import Polystore
import PolystoreCore
import PolystoreModel
import Testing

/// Classes that inherit from classes of entities.
@Suite("Entities of classes that inherit")
struct SuperclassTests {
    class Being: ManagedObject, Entity {
        static let name = Attribute<String>("name")
        private static let described = EntityDescription(Being.self, name)
        class var entity: EntityDescription { described }
    }

    /// A class between, which stands for no entity.
    class Helped: Being {}

    class Person: Helped {
        static let age = Attribute<Int>("age")
        private static let described = EntityDescription(Person.self, age)
        override class var entity: EntityDescription { described }
    }

    final class Clerk: Person {
        static let desk = Attribute<Int>("desk")
        private static let described = EntityDescription(Clerk.self, parent: Person.self, desk)
        override class var entity: EntityDescription { described }
    }

    final class Stray: Person {
        private static let described = EntityDescription(Stray.self, parent: Being.self)
        override class var entity: EntityDescription { described }
    }

    final class Stone: ManagedObject, Entity {
        static let entity = EntityDescription(Stone.self)
    }

    @Test("the parent is the nearest superclass that stands for an entity, named or not, whatever the order")
    func parents() throws {
        let types: [any Entity.Type] = [Being.self, Person.self, Clerk.self, Stone.self]
        for types in [types, types.reversed()] {
            let model = try ManagedObjectModel.describing(types)
            let parents = model.entities.map { "\($0.name) < \($0.superentity?.name ?? "-")" }
            #expect(parents == ["Being < -", "Clerk < Person", "Person < Being", "Stone < -"])
            #expect(model.entity(named: "Clerk")?.attributes.map(\.name) == ["age", "desk", "name"])
        }
    }

    @Test("a superclass that is not in the model is passed over when it is not named, and refused when it is")
    func absent() throws {
        let model = try ManagedObjectModel.describing([Person.self])
        #expect(model.entities.map { $0.superentity?.name } == [nil])
        let error = #expect(throws: ModelError.self) { try ManagedObjectModel.describing([Being.self, Clerk.self]) }
        #expect(error?.description.contains("Person") == true)
    }

    @Test("a parent that is not the nearest superclass is refused with the names of both")
    func mismatch() {
        let error = #expect(throws: ModelError.self) {
            try ManagedObjectModel.describing([Being.self, Person.self, Stray.self])
        }
        #expect(error?.problems.first?.code == .superclassMismatch)
        #expect(error?.description.contains("'Person'") == true && error?.description.contains("Being") == true)
    }

    @Test("objects of a class whose parent was not named are found as objects of the parent")
    func fetching() throws {
        let container = try PersistentContainer.inMemory(model: [Being.self, Person.self])
        let context = container.newConfinedContext()
        let person = try context.insert(Person.self)
        person.setValue("Ada", of: Being.name)
        person.setValue(36, of: Person.age)
        try context.save()
        #expect(try context.fetch(FetchRequest(Being.self)).map { $0.value(of: Being.name) } == ["Ada"])
    }
}
