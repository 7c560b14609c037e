import Foundation
import Polystore
import Testing

@testable import PolystoreCodegen

/// What mogenerator was reported to do wrong, each with the thread that told of it.
@Suite("Known faults of mogenerator")
struct MogeneratorTests {
    private static func source(
        _ entities: [EntityDescription], _ name: String, _ change: (inout GenerationOptions) -> Void = { _ in }
    ) throws -> String {
        var options = GenerationOptions()
        change(&options)
        let files = try GeneratedFiles(ModelInput(ModelDescription("M", entities)), options).files
        return try #require(files.first { $0.name == name }, "\(files.map(\.name))").text
    }

    private static func entity(
        _ name: String, class className: String? = nil, _ attributes: AttributeDescription...
    ) -> EntityDescription {
        var entity = EntityDescription(name: name)
        entity.className = className
        entity.attributes = attributes
        return entity
    }

    private static func attribute(
        _ name: String, _ type: AttributeType = .string, _ change: (inout AttributeDescription) -> Void = { _ in }
    ) -> AttributeDescription {
        var attribute = AttributeDescription(name: name, type: type)
        change(&attribute)
        return attribute
    }

    @Test("a class of the current module loses its dot in both files (311, 316, 339)")
    func currentModule() throws {
        let text = try Self.source([Self.entity("Person", class: ".Person")], "Person.swift")
        #expect(text.hasSuffix("final class Person: _Person {}\n"))
    }

    @Test("a class of a named module is the class without the module")
    func namedModule() throws {
        #expect(
            try Self.source([Self.entity("P", class: "App.Person")], "_Person.swift").contains(
                "Person.self, name: \"P\""))
    }

    @Test("a class that was written as a pointer to it is the class", arguments: ["*Colour", "Colour *", ".Colour"])
    func pointer(name: String) throws {
        let colour = Self.attribute("colour", .transformable) { ($0.valueTypeName, $0.isOptional) = (name, true) }
        #expect(try Self.source([Self.entity("P", colour)], "_P.swift").contains("Attribute<Colour?>(\"colour\""))
    }

    @Test("optional scalars are optional, and scalars with a default are not (219, 245, 302, 352, 356, 368)")
    func optionalScalars() throws {
        let text = try Self.source(
            [
                Self.entity(
                    "P", Self.attribute("a", .integer16) { $0.isOptional = true }, Self.attribute("b", .double),
                    Self.attribute("c", .boolean) { ($0.isOptional, $0.defaultValue) = (true, .boolean(true)) },
                    Self.attribute("d", .uri))
            ], "_P.swift")
        #expect(text.contains("static let a = Attribute<Int16?>(\"a\")"))
        #expect(text.contains("final var a: Int16? {"))
        #expect(text.contains("static let b = Attribute<Double>(\"b\")"))
        #expect(text.contains("static let c = Attribute<Bool>(\"c\", .optional, .default(true))"))
        #expect(text.contains("static let d = Attribute<URL?>(\"d\", .required)"))
    }

    @Test(
        "to-many relationships have the type of their objects, and one that is used as an array (267, 275, 284, 290, 294, 306)"
    )
    func typedCollections() throws {
        let track = EntityDescription("Track", .toOne("album", "Album", inverse: "tracks"))
        let album = EntityDescription(
            "Album", .toMany("tracks", "Track", inverse: "album", .ordered), .toMany("others", "Album"))
        let text = try Self.source([track, album], "_Album.swift")
        #expect(text.contains("final var tracks: ToManyObjects<Track> {"))
        #expect(text.contains("final var others: ToManyObjects<Album> {"))
    }

    @Test("a type of numbers that Swift or C has is that type, and no stub hides it; one of another kind is refused")
    func numbers() throws {
        func entity(_ type: AttributeType, _ name: String) -> EntityDescription {
            Self.entity("P", Self.attribute("a", type) { $0.userInfo = ["attributeValueScalarType": name] })
        }
        let text = try Self.source([entity(.integer32, "uint16_t")], "_P.swift")
        #expect(text.contains("static let a = Attribute<UInt16>(\"a\", .stored(as: .integer32), .userInfo("))
        #expect(try Self.source([entity(.double, "NSTimeInterval")], "_P.swift").contains("Attribute<Double>("))
        let files = try GeneratedFiles(ModelInput(ModelDescription("M", [entity(.integer16, "UInt8")])))
        #expect(files.foreignTypes.isEmpty)
        let error = #expect(throws: GenerationError.self) { try Self.source([entity(.string, "UInt8")], "_P.swift") }
        #expect(
            error?.description == "error: 'UInt8' cannot be the type of 'a', whose values are of another kind, in Swift"
        )
    }

    @Test("a class overrides what its parent has, and only then (257)")
    func overrides() throws {
        let entities = [EntityDescription("A"), EntityDescription("B", parent: "A"), EntityDescription("C")]
        #expect(try Self.source(entities, "_A.swift").contains("    class var entity"))
        #expect(try Self.source(entities, "_B.swift").contains("    override class var entity"))
        #expect(try Self.source(entities, "_C.swift").contains("    static let entity"))
        #expect(try Self.source(entities, "A.swift").hasSuffix("\nclass A: _A {}\n"))
        #expect(try Self.source(entities, "B.swift").hasSuffix("\nfinal class B: _B {}\n"))
    }

    @Test("no initializer is written that could hide the one with a context (365)")
    func noInitializer() throws {
        #expect(!(try Self.source([Self.entity("P")], "_P.swift").contains("init(")))
    }

    @Test("an entity without a class gets one of its name (105), and one that is to be skipped gets none (193, 378)")
    func skipping() throws {
        var skipped = Self.entity("Skipped")
        skipped.userInfo["mogenerator.ignore"] = "any"
        let files = try GeneratedFiles(ModelInput(ModelDescription("M", [Self.entity("Plain"), skipped]))).files
        #expect(files.map(\.name) == ["_MModel.swift", "_Plain.swift", "Plain.swift"])
    }

    @Test("an entity whose class is the base class gets no file, and no class inherits from itself (3)")
    func baseClass() throws {
        var options = GenerationOptions()
        options.baseClass = "Base"
        let entities = [
            Self.entity("Root", class: "Base"), EntityDescription("Leaf", parent: "Root"), EntityDescription("Other"),
        ]
        let files = try GeneratedFiles(ModelInput(ModelDescription("M", entities)), options).files
        #expect(!files.contains { $0.name.contains("Base") })
        #expect(try Self.source(entities, "_Leaf.swift") { $0 = options }.contains("class _Leaf: Base {"))
        #expect(
            try Self.source([EntityDescription("Other")], "_Other.swift") { $0 = options }
                .contains("class _Other: Base, Entity {"))
    }

    @Test("variables behind key paths have the type at the end of the path (15, 124)")
    func requestVariables() throws {
        var request = FetchRequestDescription(entityName: "Person")
        request.predicate = try FetchPredicate(format: "employer.founded < $date AND employer == $employer")
        var model = ModelDescription(
            "M",
            [
                EntityDescription("Person", .toOne("employer", "Company", inverse: "staff")),
                EntityDescription(
                    "Company", .attribute("founded", .date), .toMany("staff", "Person", inverse: "employer")),
            ])
        model.fetchRequestTemplates["ByCompany"] = request
        let files = try GeneratedFiles(ModelInput(model)).files
        let text = try #require(files.first { $0.name == "_Person.swift" }).text
        let signature = "static func fetchByCompany(date: Date, employer: Company, in context: ManagedObjectContext)"
        #expect(text.contains("\(signature) throws -> [Person] {"))
        #expect(text.contains("\"employer\": employer.objectID,"))
    }

    @Test(
        "an attribute is called type, class or what else Swift has for itself (16, 74, 202)",
        arguments: ["type", "default", "in"])
    func reservedNames(name: String) throws {
        let text = try Self.source([Self.entity("P", Self.attribute(name))], "_P.swift")
        let written = name == "type" ? name : "`\(name)`"
        #expect(text.contains("static let \(written) = Attribute<String>(\"\(name)\")"))
    }

    @Test(
        "an attribute that is called like a member of ManagedObject keeps its name in the model",
        arguments: ["value", "version"])
    func membersOfManagedObject(name: String) throws {
        let text = try Self.source([Self.entity("P", Self.attribute(name))], "_P.swift")
        #expect(text.contains("static let \(name)_ = Attribute<String>(\"\(name)\", .token(named: \"\(name)_\"))"))
    }

    @Test("constants hold the values of user info, and can be left out (83)")
    func constants() throws {
        var entity = Self.entity("P", Self.attribute("a"))
        entity.userInfo = ["some.key": "it's \"so\""]
        let text = try Self.source([entity], "_P.swift")
        #expect(text.contains("static let some_key = \"it's \\\"so\\\"\""))
        let plain = try Self.source([entity], "_P.swift") { $0.hasNameConstants = false }
        #expect(!plain.contains("enum"))
    }

    @Test(
        "a transformable attribute of a collection is one of that type, and of a generic type too",
        arguments: ["[String]", "[String: [Int]]", "Set<Int>", "Box<String, Int?>"])
    func collections(_ type: String) throws {
        var tags = AttributeDescription(name: "tags", type: .transformable)
        (tags.valueTypeName, tags.isOptional) = (type, true)
        var entity = EntityDescription("A")
        entity.attributes = [tags]
        let files = try GeneratedFiles(ModelInput(ModelDescription("M", [entity])), GenerationOptions()).files
        let text = files.map(\.text).joined()
        #expect(text.contains("static let tags = Attribute<\(type)?>(\"tags\", .valueType(\"\(type)\"))"), "\(text)")
        for wrong in ["[String", "Set<", "[]", "A<B>>", "a b", "[Int]]"] {
            entity.attributes[0].valueTypeName = wrong
            let model = ModelDescription("M", [entity])
            #expect(throws: GenerationError.self) { try GeneratedFiles(ModelInput(model), GenerationOptions()) }
        }
    }

    @Test("the kinds of Xcode's code generation say what the shape of Xcode writes (378)")
    func codeGeneration() throws {
        var options = GenerationOptions()
        options.shape = .xcode
        var model = ModelDescription("M", [EntityDescription("A"), EntityDescription("B"), EntityDescription("C")])
        (model.entities[0].codeGeneration, model.entities[1].codeGeneration) = ("class", "category")
        let files = try GeneratedFiles(ModelInput(model), options).files
        #expect(
            files.map(\.name) == [
                "A+CoreDataProperties.swift", "B+CoreDataProperties.swift", "_MModel.swift", "A+CoreDataClass.swift",
            ])
    }

    @Test("modules, base classes and comments come from user info")
    func userInfo() throws {
        var entity = Self.entity("P", Self.attribute("a") { $0.userInfo = ["documentation": "One.\nTwo."] })
        entity.userInfo = [
            "additionalImports": "Geometry, Colours", "mogenerator.customBaseClass": "Synced", "discussion": "Long.",
        ]
        let text = try Self.source([entity], "_P.swift")
        #expect(text.contains("import Colours\nimport Geometry\nimport Polystore\n"))
        #expect(text.contains("class _P: Synced, Entity {"))
        #expect(text.contains("/// Long.\nclass"))
        #expect(text.contains("    /// One.\n    /// Two.\n    static let a"))
        entity.userInfo["additionalImports"] = "a; b"
        #expect(throws: GenerationError.invalidName("a; b", of: "a module")) { try Self.source([entity], "_P.swift") }
    }
}
