import PolystoreModel
import Testing

@Suite("Models without classes")
struct ModelBuilderTests {
    static let model = ModelDescription(
        "Staff",
        [
            EntityDescription(
                "Being", isAbstract: true,
                .attribute("name", .string, .unique, .length(1...200)),
                .attribute("born", .date, .optional, .indexed)),
            EntityDescription(
                "Person", parent: "Being",
                .attribute("age", .integer16, .default(0), .minimum(0)),
                .composite("home", "Address", .optional),
                .derived("capitals", .string, from: .function("uppercase", [.keyPath(["name"])])),
                .toOne("employer", "Company", inverse: "staff", .required),
                .fetched("peers", FetchRequestDescription(entityName: "Person")),
                .unique("name", "age"),
                .index("byAge", "-age", "name"),
                .renamed(from: "Man"), .hashModifier("2"), .userInfo(["a": "b"])),
            EntityDescription("Company", .toMany("staff", "Person", .ordered, .cascade, .count(1...9))),
        ],
        composites: [CompositeDescription("Address", .attribute("street", .string, .optional))],
        configurations: ["People": ["Person"]])

    @Test("a model of parts says what its parts say")
    func describes() throws {
        let model = Self.model
        #expect(model.problems.isEmpty)
        let being = model.entities[0], person = model.entities[1], company = model.entities[2]
        #expect(being.isAbstract)
        #expect(being.uniquenessConstraints == [["name"]])
        #expect(being.attributes.map(\.isOptional) == [false, true])
        #expect(being.indexes.map(\.name) == ["byBorn"])
        #expect(person.superentityName == "Being")
        #expect(person.attributes.map(\.type) == [.integer16, .composite, .string])
        #expect(person.attributes[0].defaultValue == .integer(0))
        #expect(person.attributes[1].compositeName == "Address")
        #expect(person.attributes[2].derivation != nil)
        #expect(person.relationships[0].isOptional == false)
        #expect(person.uniquenessConstraints == [["name", "age"]])
        #expect(person.indexes[0].elements.map(\.isAscending) == [false, true])
        #expect(person.fetchedProperties.map(\.name) == ["peers"])
        #expect(person.renamingIdentifier == "Man")
        #expect(person.versionHashModifier == "2")
        #expect(person.userInfo == ["a": "b"])
        #expect(company.relationships[0].isOrdered)
        #expect(company.relationships[0].deleteRule == .cascade)
        #expect(company.relationships[0].maximumCount == 9)
        #expect(model.composites[0].elements.map(\.name) == ["street"])
        #expect(model.configurations == ["People": ["Person"]])
    }

    @Test("it links like any other model")
    func links() throws {
        let model = try ManagedObjectModel(Self.model)
        let person = try #require(model.entity(named: "Person"))
        #expect(person.relationship(named: "employer")?.inverse?.name == "staff")
        #expect(person.attributes.map(\.name) == ["age", "born", "capitals", "home", "name"])
    }
}
