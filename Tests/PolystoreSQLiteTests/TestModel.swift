import Foundation
import PolystoreModel

/// A model with one of everything that a store lays out.
enum TestModel {
    static func attribute(
        _ name: String, _ type: AttributeType, _ change: (inout AttributeDescription) -> Void = { _ in }
    ) -> AttributeDescription {
        var attribute = AttributeDescription(name: name, type: type)
        attribute.isOptional = true
        change(&attribute)
        return attribute
    }

    static func toOne(_ name: String, _ destination: String, inverse: String? = nil) -> RelationshipDescription {
        RelationshipDescription(name: name, to: .entity(destination), isToMany: false, inverse: inverse)
    }

    static func toMany(
        _ name: String, _ destination: String, inverse: String? = nil, ordered: Bool = false
    ) -> RelationshipDescription {
        var relationship = RelationshipDescription(
            name: name, to: .entity(destination), isToMany: true, inverse: inverse)
        relationship.isOrdered = ordered
        return relationship
    }

    static func entity(
        _ name: String, parent: String? = nil, abstract: Bool = false, _ attributes: [AttributeDescription] = [],
        _ relationships: [RelationshipDescription] = [], _ change: (inout EntityDescription) -> Void = { _ in }
    ) -> EntityDescription {
        var entity = EntityDescription(name: name)
        entity.superentityName = parent
        entity.isAbstract = abstract
        entity.attributes = attributes
        entity.relationships = relationships
        change(&entity)
        return entity
    }

    static var description: ModelDescription {
        var model = ModelDescription(name: "test")
        model.entities = [
            entity(
                "Company", [attribute("name", .string), attribute("founded", .date)],
                [toMany("staff", "Person", inverse: "employer", ordered: true)]
            ) { $0.uniquenessConstraints = [["name"]] },
            entity(
                "Person",
                [
                    attribute("name", .string), attribute("age", .integer16), attribute("height", .integer32),
                    attribute("steps", .integer64), attribute("salary", .decimal), attribute("score", .double),
                    attribute("ratio", .float), attribute("isActive", .boolean), attribute("born", .date),
                    attribute("photo", .binary), attribute("film", .binary) { $0.allowsExternalStorage = true },
                    attribute("mark", .uuid), attribute("page", .uri), attribute("style", .transformable),
                    attribute("pin", .objectID), attribute("mood", .string) { $0.isTransient = true },
                ],
                [
                    toOne("employer", "Company", inverse: "staff"), toOne("boss", "Person", inverse: "reports"),
                    toMany("reports", "Person", inverse: "boss"),
                    toMany("tags", "Tag", inverse: "people", ordered: true),
                    toMany("friends", "Person", inverse: "friends"), toMany("likes", "Person", inverse: "likedBy"),
                    toMany("likedBy", "Person", inverse: "likes"),
                ]
            ) { entity in
                entity.indexes = [
                    .init(
                        name: "byAge", elements: [.init(property: "age"), .init(property: "name", isAscending: false)]),
                    .init(name: "bySalary", elements: [.init(property: "salary")]),
                    .init(name: "byName", elements: [.init(property: "name")]),
                ]
            },
            entity("Manager", parent: "Person", [attribute("title", .string), attribute("grade", .integer16)]),
            entity("Clerk", parent: "Person", [attribute("title", .string)]),
            entity("Tag", [attribute("label", .string)], [toMany("people", "Person", inverse: "tags")]),
            entity("asset", [attribute("code", .string)]) { $0.uniquenessConstraints = [["code"]] },
        ]
        return model
    }

    static func model() throws -> ManagedObjectModel { try ManagedObjectModel(description) }
}
