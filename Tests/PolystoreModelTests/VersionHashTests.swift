import PolystoreModel
import Testing

@Suite("Version hashes")
struct VersionHashTests {
    /// These never change: stores of every released version carry them.
    @Test("the hashes of a model are the same for ever")
    func golden() throws {
        let model = try ManagedObjectModel(RichModel.description)
        let hashes = model.entities.map { "\($0.name) \($0.versionHashText)" }
        #expect(
            hashes == [
                "Company 04c2fe19526ceb747481800a0d34b7a8db954d671074c3b740d7ded3fadd47a6",
                "Person 244183357b672b3c3a32debedc983dea781ca7fa9bd7ec3e63202d3a5070a245",
                "Tag 6294d698f9c097c2af9b986f89ec92c792424366964d1438269984fb749eaafd",
                "Thing 3a597c9d3ec7c85dcf6b02006fa243ecd527843f58214963553713f0df14fd0b",
            ])
        #expect(model.versionChecksum == "bbWi+DZYKTKPV1h2U2kyd9onsyBUZgRO8wodTwp/w9c=")
        #expect(model.entityVersionHashes["Person"] == model.entity(named: "Person")?.versionHash)
    }

    @Test("the hashes do not depend on the order of what is named")
    func order() throws {
        var other = RichModel.description
        other.entities.reverse()
        for index in other.entities.indices {
            other.entities[index].attributes.reverse()
            other.entities[index].relationships.reverse()
            other.entities[index].uniquenessConstraints = other.entities[index].uniquenessConstraints.reversed()
                .map { $0.reversed() }
        }
        for index in other.composites.indices { other.composites[index].elements.reverse() }
        let checksums = try [RichModel.description, other].map { try ManagedObjectModel($0).versionChecksum }
        #expect(checksums[0] == checksums[1])
    }

    struct Change: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let entities: [String]
        let apply: @Sendable (inout ModelDescription) -> Void

        init(_ name: String, _ entities: [String], _ apply: @escaping @Sendable (inout ModelDescription) -> Void) {
            testDescription = name
            self.entities = entities
            self.apply = apply
        }
    }

    /// Entities of the rich model: 0 Thing, 1 Person, 2 Company, 3 Tag.
    static let changes: [Change] = [
        Change("attribute's name", ["Person", "Tag", "Thing"]) { $0.entities[0].attributes[1].name = "made" },
        Change("attribute's type", ["Person"]) { $0.entities[1].attributes[0].type = .integer64 },
        Change("attribute's optionality", ["Person"]) { $0.entities[1].attributes[0].isOptional = true },
        Change("attribute's transience", ["Person"]) { $0.entities[1].attributes[1].isTransient = true },
        Change("attribute's modifier", ["Person"]) { $0.entities[1].attributes[0].versionHashModifier = "x" },
        Change("composite's element", ["Person"]) { $0.composites[1].elements[1].type = .string },
        Change("derivation", ["Person"]) {
            $0.entities[1].attributes[14].derivation = .function("lowercase", [.keyPath(["name"])])
        },
        Change("inherited attribute", ["Person", "Tag", "Thing"]) { $0.entities[0].attributes[1].isOptional = true },
        Change("new attribute", ["Company"]) {
            $0.entities[2].attributes.append(AttributeDescription(name: "size", type: .integer16))
        },
        Change("relationship's optionality", ["Person"]) { $0.entities[1].relationships[0].isOptional = false },
        Change("relationship's order", ["Company", "Person"]) { $0.entities[2].relationships[0].isOrdered = false },
        Change("relationship's counts", ["Company"]) { $0.entities[2].relationships[0].maximumCount = 7 },
        Change("relationship's modifier", ["Person"]) { $0.entities[1].relationships[0].versionHashModifier = "x" },
        Change("relationship's inverse", ["Company", "Person"]) {
            $0.entities[1].relationships[0].inverseName = nil
            $0.entities[2].relationships[0].inverseName = nil
        },
        Change("to-many instead of to-one", ["Company", "Person"]) {
            $0.entities[1].relationships[0].isToMany = true
            $0.entities[1].indexes = []
        },
        Change("parent", ["Company", "Person"]) {
            $0.entities[2].superentityName = "Thing"; $0.entities[2].attributes = []
        },
        Change("abstract", ["Person", "Tag", "Thing"]) { $0.entities[0].isAbstract = false },
        Change("uniqueness", ["Person"]) { $0.entities[1].uniquenessConstraints.removeLast() },
        Change("entity's modifier", ["Person"]) { $0.entities[1].versionHashModifier = nil },
        Change("fetched property's modifier", ["Person"]) {
            $0.entities[1].fetchedProperties[0].versionHashModifier = "peers 2"
        },
        Change("index", []) { $0.entities[1].indexes = [] },
        Change("default value", []) { $0.entities[1].attributes[0].defaultValue = .missing },
        Change("validation", []) { $0.entities[1].attributes[0].validation = AttributeValidation() },
        Change("user info", []) { $0.entities[1].userInfo = ["x": "y"] },
        Change("class names", []) { $0.entities[1].className = nil },
        Change("coder and value type", []) {
            $0.entities[1].attributes[10].coderName = nil
            $0.entities[1].attributes[10].valueTypeName = nil
        },
        Change("delete rule", []) { $0.entities[2].relationships[0].deleteRule = .nullify },
        Change("renaming identifiers", []) {
            $0.entities[1].renamingIdentifier = nil
            $0.entities[1].attributes[0].renamingIdentifier = nil
        },
        Change("external storage", []) { $0.entities[1].attributes[7].allowsExternalStorage = false },
        Change("fetched property's request", []) { $0.entities[1].fetchedProperties[0].request.limit = 3 },
        Change("configurations and templates", []) {
            $0.configurations = [:]
            $0.fetchRequestTemplates = [:]
        },
    ]

    @Test("a change alters exactly the hashes of the entities whose rows it alters", arguments: changes)
    func alters(_ change: Change) throws {
        var description = RichModel.description
        let before = try ManagedObjectModel(description).entityVersionHashes
        change.apply(&description)
        let after = try ManagedObjectModel(description)
        let altered = after.entities.map(\.name).filter { before[$0] != after.entityVersionHashes[$0] }
        #expect(altered == change.entities)
        let difference = ModelDifference(
            stored: RichModel.description, current: after, entities: after.entities.map(\.name))
        #expect(difference.differingEntities == change.entities)
        #expect(difference.changes.isEmpty == change.entities.isEmpty)
    }
}
