import PolystoreModel
import PolystoreQuery
import Testing

@Suite("What separates a store from a model")
struct ModelDifferenceTests {
    private func difference(
        _ entities: [String] = ["Thing", "Person", "Company", "Tag"], _ change: (inout ModelDescription) -> Void
    ) throws -> ModelDifference {
        var stored = RichModel.description
        change(&stored)
        return ModelDifference(
            stored: stored, current: try ManagedObjectModel(RichModel.description), entities: entities)
    }

    @Test("equal models have no difference")
    func equal() throws {
        let difference = try difference { _ in }
        #expect(difference.isEmpty)
        #expect(difference.separation == "0 of 4 entities differ")
    }

    @Test("a changed type is said in words")
    func type() throws {
        let difference = try difference { $0.entities[1].attributes[0].type = .integer64 }
        #expect(difference.separation == "Person.age is Integer 64 there, Integer 16 here; 1 of 4 entities differs")
    }

    @Test("properties and entities of one model only are named")
    func oneSided() throws {
        let difference = try difference {
            $0.entities[1].attributes.removeFirst()
            $0.entities[1].attributes.append(AttributeDescription(name: "nick", type: .string))
            $0.entities[2].name = "Firm"
            $0.entities[1].relationships[0] = RelationshipDescription(
                name: "employer", to: .entity("Firm"), isToMany: true)
        }
        #expect(
            difference.changes.map(\.separation) == [
                "entity Company exists only here", "Person.age exists only here", "Person.nick exists only there",
                "Person.employer leads to Firm there, Company here", "Person.employer is to-many there, to-one here",
                "Person.employer leads into the hierarchy of Firm there, Company here",
            ])
        #expect(difference.differingEntities == ["Company", "Person"])
    }

    @Test("what an ancestor changed is said once, of the ancestor")
    func inherited() throws {
        let difference = try difference(["Person", "Tag"]) { $0.entities[0].attributes[0].isOptional = true }
        #expect(
            difference.separation == "Thing.name is optional there, required here; 2 of 4 entities differ")
    }

    @Test("all entities of the model are counted, and one is an entity")
    func counted() throws {
        let restricted = try difference(["Person"]) { $0.entities[1].attributes[0].type = .integer64 }
        #expect(restricted.separation.hasSuffix("; 1 of 4 entities differs"))
        var tag = ModelDescription(name: "tags")
        tag.entities = [EntityDescription("Tag", .attribute("name", .string))]
        let current = try ManagedObjectModel(tag)
        tag.entities[0].attributes[0].isOptional = true
        let single = ModelDifference(stored: tag, current: current, entities: ["Tag"])
        #expect(single.separation == "Tag.name is optional there, required here; 1 of 1 entity differs")
    }

    @Test("entities that the store does not serve do not matter")
    func restricted() throws {
        #expect(try difference(["Company"]) { $0.entities[3].versionHashModifier = "x" }.isEmpty)
    }

    @Test("an attribute that became a relationship is said so")
    func kind() throws {
        let difference = try difference {
            $0.entities[2].attributes[0] = AttributeDescription(name: "staff", type: .string)
            $0.entities[2].relationships = []
            $0.entities[1].relationships[0].inverseName = nil
        }
        #expect(
            difference.changes.map(\.separation).contains("Company.staff is an attribute there, a relationship here"))
    }

    @Test("a damaged description is compared, not trusted")
    func damaged() throws {
        let difference = try difference {
            $0.entities[0].superentityName = "Person"
            $0.entities.append($0.entities[3])
            $0.composites[1].elements[0] = RichModel.attribute("again", .composite) { $0.compositeName = "Address" }
        }
        #expect(!difference.isEmpty)
    }
}
