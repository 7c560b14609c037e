import Foundation
import Polystore
import Testing

struct Colour: Codable, Hashable, TransformableValue {
    var red: Int, green: Int, blue: Int

    static var zeroValue: Colour { Colour(red: 0, green: 0, blue: 0) }
}

enum Mood: String, CaseIterable, AttributeValue { case calm, angry }

final class Painting: ManagedObject, Entity {
    static let colour = Attribute<Colour>("colour"), frame = Attribute<Colour?>("frame")
    static let mood = Attribute<Mood>("mood", .default(Mood.calm))
    static let entity = EntityDescription(Painting.self, colour, frame, mood)
}

@Suite("Values of users' own types")
struct TransformableTests {
    @Test("a Codable type and an enumeration come back as they were set")
    func typed() throws {
        let container = try PersistentContainer.inMemory(model: [Painting.self])
        let context = container.newConfinedContext()
        let red = Colour(red: 255, green: 0, blue: 0)
        let painting = try context.insert(Painting.self) { $0.colour = red }
        #expect(painting.mood == .calm)
        painting.mood = .angry
        try context.save()
        let other = container.newConfinedContext()
        let copy = try other.existingObject(with: painting.objectID, as: Painting.self)
        #expect(copy.colour == red)
        #expect(copy.frame == nil)
        #expect(copy.mood == .angry)
        #expect(try other.count(FetchRequest(Painting.self).where(Painting.mood == .angry)) == 1)
    }

    @Test("a registered coder encodes and decodes by name, and its absence is an error that names the property")
    func registered() throws {
        var description = ModelDescription(name: "gallery")
        var entity = EntityDescription(name: "Frame")
        var attribute = AttributeDescription(name: "tint", type: .transformable)
        attribute.coderName = "colour"
        entity.attributes = [attribute]
        description.entities = [entity]
        let container = try PersistentContainer.inMemory(model: try ManagedObjectModel(description))
        let context = container.newConfinedContext()
        let frame = try context.insert(entity: "Frame")
        let blue = Colour(red: 0, green: 0, blue: 9)
        let error = #expect(throws: ValueError.self) { try frame.setTransformedValue(blue, forKey: "tint") }
        #expect(error?.details[.property] == "tint")
        container.coordinator.coders.register(CodableCoder(Colour.self), named: "colour")
        try frame.setTransformedValue(blue, forKey: "tint")
        try context.save()
        #expect(try frame.transformedValue(forKey: "tint") as? Colour == blue)
        #expect(throws: ValueError.self) { try frame.setTransformedValue(7, forKey: "tint") }
    }
}
