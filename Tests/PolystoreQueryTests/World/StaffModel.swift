import PolystoreModel

/// A model with every kind of property that predicates meet: persons (with managers below them) and companies.
enum StaffModel {
    static func make() throws -> ManagedObjectModel {
        var model = ModelDescription(name: "Staff")
        model.entities = [company, person, manager, invoice]
        return try ManagedObjectModel(model)
    }

    private static var company: EntityDescription {
        var entity = EntityDescription(name: "Company")
        entity.attributes = [
            attribute("name", .string), attribute("size", .integer32), attribute("rating", .double),
        ]
        entity.relationships = [
            RelationshipDescription(name: "staff", to: .entity("Person"), isToMany: true, inverse: "employer"),
            RelationshipDescription(name: "owner", to: .entity("Person"), isToMany: false, inverse: "owned"),
        ]
        return entity
    }

    private static var person: EntityDescription {
        var entity = EntityDescription(name: "Person")
        entity.attributes = [
            attribute("active", .boolean), attribute("age", .integer16), attribute("badge", .integer64),
            attribute("birthday", .date), attribute("code", .uuid), attribute("height", .float),
            attribute("home", .uri), attribute("level", .integer32), attribute("mood", .transformable),
            attribute("name", .string), attribute("nick", .string), attribute("photo", .binary),
            attribute("salary", .decimal), attribute("score", .double), attribute("deputy", .objectID),
        ]
        var draft = attribute("draft", .string)
        draft.isTransient = true
        entity.attributes.append(draft)
        entity.relationships = [
            RelationshipDescription(name: "employer", to: .entity("Company"), isToMany: false),
            RelationshipDescription(name: "owned", to: .entity("Company"), isToMany: true),
            RelationshipDescription(name: "boss", to: .entity("Manager"), isToMany: false, inverse: "team"),
            RelationshipDescription(name: "friends", to: .entity("Person"), isToMany: true, inverse: "friends"),
        ]
        return entity
    }

    private static var manager: EntityDescription {
        var entity = EntityDescription(name: "Manager")
        entity.superentityName = "Person"
        entity.attributes = [attribute("budget", .decimal)]
        entity.relationships = [RelationshipDescription(name: "team", to: .entity("Person"), isToMany: true)]
        return entity
    }

    private static var invoice: EntityDescription {
        var entity = EntityDescription(name: "Invoice")
        entity.attributes = [attribute("total", .decimal)]
        return entity
    }

    private static func attribute(_ name: String, _ type: AttributeType) -> AttributeDescription {
        var attribute = AttributeDescription(name: name, type: type)
        attribute.isOptional = true
        return attribute
    }
}
