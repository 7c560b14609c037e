import Foundation
import PolystoreModel
import Testing

@Suite("Validation of models")
struct ModelValidationTests {
    /// One thing wrong with the model of `base`, and the one problem that is found.
    struct Case: Sendable, CustomTestStringConvertible {
        let message: String
        let code: ModelProblem.Code
        let path: String
        let spoil: @Sendable (inout ModelDescription) -> Void

        var testDescription: String { message }

        init(
            _ message: String, _ code: ModelProblem.Code, _ path: String,
            _ spoil: @escaping @Sendable (inout ModelDescription) -> Void
        ) {
            self.message = message
            self.code = code
            self.path = path
            self.spoil = spoil
        }
    }

    /// Person (name, age, employer), Company (name, staff), Clerk: Person (desk).
    static var base: ModelDescription {
        var model = ModelDescription(name: "Staff")
        var person = EntityDescription(name: "Person")
        person.attributes = [
            AttributeDescription(name: "name", type: .string), AttributeDescription(name: "age", type: .integer16),
        ]
        person.relationships = [
            RelationshipDescription(name: "employer", to: .entity("Company"), isToMany: false, inverse: "staff")
        ]
        var company = EntityDescription(name: "Company")
        company.className = "Firm"
        company.attributes = [AttributeDescription(name: "name", type: .string)]
        company.relationships = [RelationshipDescription(name: "staff", to: .entity("Person"), isToMany: true)]
        var clerk = EntityDescription(name: "Clerk")
        clerk.superentityName = "Person"
        clerk.attributes = [AttributeDescription(name: "desk", type: .decimal)]
        model.entities = [person, company, clerk]
        model.composites = [
            CompositeDescription(name: "Address", elements: [AttributeDescription(name: "city", type: .string)])
        ]
        return model
    }

    @Test("a model without faults has no problems")
    func valid() throws {
        #expect(Self.base.problems.isEmpty)
        #expect(RichModel.description.problems.isEmpty)
        _ = try ManagedObjectModel(Self.base)
    }

    @Test("each fault is found, named and placed, and nothing else is", arguments: cases)
    func finds(_ fault: Case) throws {
        var model = Self.base
        fault.spoil(&model)
        let problems = model.problems
        #expect(problems.map(\.message) == [fault.message])
        #expect(problems.first?.code == fault.code)
        #expect(problems.first?.path.description == fault.path)
        let error = #expect(throws: ModelError.self) { _ = try ManagedObjectModel(model) }
        #expect(error?.problems == problems)
    }

    @Test("all faults are reported at once, in the order of the model, with entity and property")
    func findsAll() {
        var model = Self.base
        model.entities[0].attributes[0].name = "hash"
        model.entities[0].relationships[0].destination = .entity("Compony")
        model.entities[1].relationships = []
        model.entities[2].superentityName = "Persn"
        model.configurations = ["All": ["Nobody"]]
        let problems = model.problems
        #expect(problems.map(\.code) == [.reservedName, .unknownName, .unknownName, .unknownName])
        #expect(problems.map { $0.details[.entity] } == ["Person", "Person", "Clerk", nil])
        #expect(problems.map { $0.details[.property] } == ["hash", "employer", nil, nil])
        #expect(problems.map { $0.details[.suggestion] } == [nil, "Company", "Person", nil])
    }

    @Test(
        "every reserved name is refused for a class's token, unless Swift knows the token by another, and id is not one",
        arguments: ReservedPropertyNames.all.sorted())
    func reserved(_ name: String) {
        var model = Self.base
        model.entities[0].attributes[0].name = name
        model.entities[0].attributes[0].place.fileID = "Module/File.swift"
        #expect(model.problems.map(\.code) == [.reservedName])
        model.entities[0].attributes[0].place = ReservedPropertyNames.place(
            ofTokenNamed: "\(name)_", declaredAt: model.entities[0].attributes[0].place)
        let isForNobody =
            ReservedPropertyNames.refusedByCoreData.contains(name) || ReservedPropertyNames.language.contains(name)
        #expect(model.problems.map(\.code) == (isForNobody ? [.reservedName] : []))
        model.entities[0].attributes[0].name = "id"
        #expect(model.problems.isEmpty)
    }

    @Test("a model that no class declares may have the names that Core Data allows", arguments: ["value", "version"])
    func allowed(_ name: String) throws {
        var model = Self.base
        model.entities[0].attributes[0].name = name
        #expect(try ManagedObjectModel(model).entity(named: "Person")?.attribute(named: name) != nil)
    }

    @Test("more entities than layouts can be numbered are refused")
    func tooMany() {
        var model = ModelDescription(name: "Large")
        model.entities = (0...65_000).map { EntityDescription(name: "E\($0)") }
        #expect(model.problems.map(\.code) == [.limit])
    }

    static func attribute(
        _ name: String, _ type: AttributeType, _ change: (inout AttributeDescription) -> Void = { _ in }
    ) -> AttributeDescription {
        RichModel.attribute(name, type, change)
    }

    /// Adds an attribute `extra` to Person.
    static func extra(
        _ type: AttributeType, _ change: @escaping @Sendable (inout AttributeDescription) -> Void = { _ in }
    ) -> @Sendable (inout ModelDescription) -> Void {
        { $0.entities[0].attributes.append(attribute("extra", type, change)) }
    }

    /// Changes Company.staff.
    static func staff(
        _ change: @escaping @Sendable (inout RelationshipDescription) -> Void
    ) -> @Sendable (inout ModelDescription) -> Void {
        { change(&$0.entities[1].relationships[0]) }
    }
}
