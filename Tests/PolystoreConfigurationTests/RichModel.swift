import Foundation
import PolystoreModel

/// A model in which every part of a description is used.
enum RichModel {
    static var description: ModelDescription {
        var model = ModelDescription(name: "Rich")
        model.versionIdentifiers = ["first", "second"]
        model.entities = [thing, person, company, tag]
        model.composites = [
            CompositeDescription(
                name: "Address",
                elements: [
                    attribute("street", .string) { $0.isOptional = true },
                    attribute("place", .composite) {
                        $0.compositeName = "Place"
                    },
                ]),
            CompositeDescription(name: "Place", elements: [attribute("city", .string), attribute("zip", .integer32)]),
        ]
        model.configurations = ["People": ["Person", "Tag"], "All": ["Company", "Person", "Tag", "Thing"]]
        var template = FetchRequestDescription(entityName: "Person")
        template.predicate = .and([
            .comparison(FetchComparison(.keyPath(["age"]), .greater, .variable("AGE"))),
            .not(
                .comparison(
                    FetchComparison(
                        .keyPath(["employer", "name"]), .beginsWith, .constant(.string("A")), options: .caseInsensitive)
                )),
        ])
        template.sortKeys = [SortKey(["age"], ascending: false), SortKey(["name"], options: .diacriticInsensitive)]
        template.limit = 10
        template.offset = 5
        template.includesSubentities = false
        template.includesPendingChanges = false
        template.batchSize = 100
        template.prefetchedKeyPaths = [["employer", "staff"]]
        template.affectedStores = ["people"]
        model.fetchRequestTemplates = ["older": template]
        return model
    }

    static func attribute(
        _ name: String, _ type: AttributeType, _ change: (inout AttributeDescription) -> Void = { _ in }
    ) -> AttributeDescription {
        var attribute = AttributeDescription(name: name, type: type)
        change(&attribute)
        return attribute
    }

    private static var thing: EntityDescription {
        var thing = EntityDescription(name: "Thing")
        thing.isAbstract = true
        thing.userInfo = ["note": "the root"]
        thing.attributes = [
            attribute("name", .string) {
                $0.validation.minimumLength = 1
                $0.validation.maximumLength = 200
                $0.validation.pattern = "[A-Z].*"
            },
            attribute("created", .date) { $0.defaultValue = .date(Date(timeIntervalSinceReferenceDate: 0)) },
        ]
        thing.indexes = [FetchIndexDescription(name: "byName", elements: [.init(property: "name")])]
        return thing
    }

    private static var person: EntityDescription {
        var person = EntityDescription(name: "Person")
        person.superentityName = "Thing"
        person.className = "Human"
        person.renamingIdentifier = "Man"
        person.attributes = [
            attribute("age", .integer16) {
                $0.defaultValue = .integer(1)
                $0.validation.minimum = .integer(0)
                $0.validation.maximum = .integer(150)
                $0.renamingIdentifier = "years"
                $0.userInfo = ["unit": "years"]
            },
            attribute("visits", .integer32), attribute("steps", .integer64) { $0.defaultValue = .integer(1 << 60) },
            attribute("wage", .decimal) {
                $0.defaultValue = .decimal(Decimal(string: "12.50") ?? 0)
                $0.validation.minimum = .decimal(0)
            },
            attribute("height", .double) { $0.defaultValue = .double(0.1) }, attribute("weight", .float),
            attribute("isActive", .boolean) { $0.defaultValue = .boolean(true) },
            attribute("picture", .binary) {
                $0.isOptional = true
                $0.allowsExternalStorage = true
                $0.defaultValue = .data(Data([0, 1, 255]))
            },
            attribute("token", .uuid) {
                $0.defaultValue = .uuid(UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)))
                $0.isPreservedAfterDeletion = true
            },
            attribute("home", .uri) {
                $0.defaultValue = URL(string: "https://example.org/a?b=c").map(Value.uri) ?? .missing
            },
            attribute("colour", .transformable) {
                $0.isOptional = true
                $0.valueTypeName = "Colour"
                $0.coderName = "colours"
            },
            attribute("address", .composite) { $0.compositeName = "Address" },
            attribute("scratch", .undefined) { $0.isTransient = true },
            attribute("other", .objectID) { $0.isOptional = true },
            attribute("upperName", .string) {
                $0.isOptional = true
                $0.derivation = .function("uppercase", [.keyPath(["name"])])
                $0.versionHashModifier = "derived 1"
            },
        ]
        person.relationships = [
            RelationshipDescription(name: "employer", to: .entity("Company"), isToMany: false, inverse: "staff"),
            relationship("tags", "Tag", "owners") { $0.isOrdered = true },
            relationship("friends", "Person", "friends") { $0.isTransient = true },
        ]
        var request = FetchRequestDescription(entityName: "Person")
        request.predicate = .comparison(
            FetchComparison(.keyPath(["employer"]), .equal, .variable("FETCH_SOURCE")))
        var peers = FetchedPropertyDescription(name: "peers", request: request)
        peers.versionHashModifier = "peers 1"
        peers.renamingIdentifier = "colleagues"
        peers.userInfo = ["a": "b"]
        person.fetchedProperties = [peers]
        person.uniquenessConstraints = [["name"], ["token", "age"]]
        var partial = FetchIndexDescription(
            name: "byAge", elements: [.init(property: "age", isAscending: false), .init(property: "employer")])
        partial.partialPredicate = .comparison(
            FetchComparison(.keyPath(["isActive"]), .equal, .constant(.boolean(true))))
        person.indexes = [partial]
        person.versionHashModifier = "second"
        return person
    }

    private static var company: EntityDescription {
        var company = EntityDescription(name: "Company")
        company.attributes = [attribute("name", .string)]
        company.relationships = [
            relationship("staff", "Person", "employer") {
                $0.isOrdered = true
                $0.isOptional = false
                $0.minimumCount = 1
                $0.maximumCount = 5_000
                $0.deleteRule = .cascade
                $0.renamingIdentifier = "people"
                $0.versionHashModifier = "staff 1"
                $0.userInfo = ["c": "d"]
            }
        ]
        return company
    }

    private static var tag: EntityDescription {
        var tag = EntityDescription(name: "Tag")
        tag.superentityName = "Thing"
        tag.relationships = [relationship("owners", "Person", "tags") { $0.deleteRule = .deny }]
        return tag
    }

    private static func relationship(
        _ name: String, _ destination: String, _ inverse: String,
        _ change: (inout RelationshipDescription) -> Void
    ) -> RelationshipDescription {
        var relationship = RelationshipDescription(
            name: name, to: .entity(destination), isToMany: true, inverse: inverse)
        change(&relationship)
        return relationship
    }
}
