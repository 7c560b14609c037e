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

    /// A saved painting whose attributes were set past its types.
    private func spoilt(
        _ values: [String: Value], _ body: (Painting, ManagedObjectContext) throws -> Void
    ) throws {
        let container = try PersistentContainer.inMemory(model: [Painting.self])
        let writer = container.newConfinedContext()
        let painting = try writer.insert(Painting.self) { $0.colour = Colour(red: 1, green: 2, blue: 3) }
        for (name, value) in values { try painting.setValue(value, forKey: name) }
        try writer.save()
        let context = container.newConfinedContext()
        try body(try context.existingObject(with: painting.objectID, as: Painting.self), context)
    }

    @Test(
        "bytes that the type cannot read give zero and an inaccessible object, and the throwing getter says why",
        arguments: [3, 10_000])
    func undecodable(_ size: Int) throws {
        try spoilt(["colour": .data(Data(repeating: 1, count: size)), "frame": .data(Data([9]))]) { painting, context in
            #expect(painting.inaccessibleError == nil)
            #expect(painting.colour == Colour.zeroValue)
            let error = try #require(painting.inaccessibleError as? ValueError)
            #expect(error.code == .coding && error.cause is DecodingError)
            #expect(error.details[.entity] == "Painting" && error.details[.property] == "colour")
            #expect(throws: ValueError.self) { try painting.value(for: Painting.colour) }
            #expect(painting.frame == nil)
            #expect(throws: ValueError.self) { try context.save() }
            #expect((context.takeAccessError() as? ValueError)?.details[.property] == "colour")
            #expect(throws: ValueError.self) { try painting.snapshot.value(for: Painting.frame) }
            #expect(painting.snapshot[Painting.frame] == nil)
            #expect(painting.mood == .calm)
        }
    }

    @Test("a snapshot has the values of optional attributes too")
    func optionalInSnapshot() throws {
        let container = try PersistentContainer.inMemory(model: [Painting.self])
        let context = container.newConfinedContext()
        let grey = Colour(red: 9, green: 9, blue: 9)
        let painting = try context.insert(Painting.self) { ($0.colour, $0.frame) = (grey, grey) }
        #expect(painting.snapshot[Painting.frame] == grey)
        try context.save()
        #expect(painting.snapshot[Painting.frame] == grey)
    }

    @Test("a raw value without a case gives the first one and an inaccessible object")
    func unknownCase() throws {
        try spoilt(["mood": .string("furious")]) { painting, context in
            let error = #expect(throws: ValueError.self) { try painting.value(for: Painting.mood) }
            #expect(error?.code == .unknownValue && error?.details[.property] == "mood")
            #expect(painting.mood == .calm)
            #expect(painting.inaccessibleError is ValueError)
            #expect(throws: ValueError.self) { try context.save() }
            _ = context.takeAccessError()
            let moods = FetchRequest(Painting.self)
            #expect(throws: ValueError.self) { try context.select(Painting.mood, from: moods).first }
        }
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
