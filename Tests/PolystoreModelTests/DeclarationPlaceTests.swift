import PolystoreModel
import Testing

private final class Crate: EntityClass {
    static let weight = Attribute<Int>("weight", .minimum(5), .maximum(1)), weightLine = #line
    static let pallet = ToOne<Shelf>("pallet"), palletLine = #line
    static let entity = EntityDescription(Crate.self, name: "Crate", weight, pallet), entityLine = #line
}

private final class Shelf: EntityClass {
    static let entity = EntityDescription(Shelf.self, name: "9th", isAbstract: true)
}

@Suite("Places of class declarations")
struct DeclarationPlaceTests {
    @Test("what is wrong with a class is said with the file and the line of the token, else of the class")
    func places() throws {
        var model = ModelDescription(name: "store")
        model.entities = [Crate.entity, Shelf.entity]
        let file = #fileID
        let weight = try #require(model.problems.first { $0.details[.property] == "weight" })
        #expect(weight.details[.file] == file && weight.details[.line] == String(Crate.weightLine))
        #expect(weight.description.hasPrefix("\(file):\(Crate.weightLine): error: "))
        let entity = try #require(model.problems.first { $0.path.keys.contains("9th") })
        #expect(entity.details[.file] == file)
        model.entities = [Crate.entity]
        let pallet = try #require(model.problems.first { $0.details[.property] == "pallet" })
        #expect(pallet.details[.line] == String(Crate.palletLine))
        model.entities[0].superentityName = "Box"
        let parent = try #require(model.problems.first { $0.code == .unknownName && $0.details[.property] == nil })
        #expect(parent.details[.line] == String(Crate.entityLine))
    }

    @Test("places neither tell descriptions apart nor change version hashes")
    func equality() throws {
        var description = Crate.entity
        description.attributes[0].validation = AttributeValidation()
        description.relationships = []
        var plain = EntityDescription(name: "Crate")
        plain.className = description.className
        plain.attributes = [AttributeDescription(name: "weight", type: .integer64)]
        #expect(description == plain)
        #expect(description.hashValue == plain.hashValue)
    }
}
