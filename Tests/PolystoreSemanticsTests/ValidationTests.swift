import Foundation
import Polystore
import Testing

@Suite("Validation")
struct ValidationTests {
    @Test(
        "NaN and numbers that do not fit are refused when they are set and reported by the save",
        arguments: StoreSetup.allCases)
    func refusedValues(_ setup: StoreSetup) throws {
        let world = try World(setup)
        let context = world.context()
        let ada = try context.insert(Person.self) { ($0.name, $0.score) = ("Ada", 1) }
        ada.score = .nan
        #expect(ada.score == 1)
        let error = #expect(throws: ValueError.self) { try context.save() }
        #expect(error?.code == .notANumber)
        #expect(error?.details[.property] == "score")
        _ = context.takeAccessError()
        ada.score = -0.0
        try context.save()
        #expect(ada.score?.sign == .plus)
        #expect(throws: ValueError.self) { try ada.setValue(.string("x"), forKey: "age") }
        #expect(throws: ValueError.self) { try ada.setValue(.integer(1), forKey: "shoeSize") }
    }

    @Test("a required property reads as its type's zero before it is set", arguments: StoreSetup.allCases)
    func zeros(_ setup: StoreSetup) throws {
        let world = try World(setup)
        let context = world.context()
        let locker = try context.insert(Locker.self)
        #expect(locker.number == 0)
        let person = try context.insert(Person.self)
        #expect(person.name == "")
        #expect(person.isActive)
        #expect(throws: SaveError.self) { try context.save() }
    }

    @Test("a pattern must match the whole text, whichever of its alternatives does", arguments: ["<", "<=", ">", "<>"])
    func wholeText(_ text: String) throws {
        var description = ModelDescription(name: "relations")
        var entity = EntityDescription(name: "Relation")
        var attribute = AttributeDescription(name: "symbol", type: .string)
        attribute.validation.pattern = "<|<=|>"
        entity.attributes = [attribute]
        description.entities = [entity]
        let container = try PersistentContainer.inMemory(model: try ManagedObjectModel(description))
        let context = container.newConfinedContext()
        try context.insert(entity: "Relation").setValue(.string(text), forKey: "symbol")
        if text == "<>" {
            let error = #expect(throws: SaveError.self) { try context.save() }
            #expect(error?.validationFailures.map(\.code) == [.patternMismatch])
        } else {
            try context.save()
        }
    }
}
