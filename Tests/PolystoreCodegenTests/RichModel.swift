import Foundation
import Polystore

/// A model with one of everything.
enum RichModel {
    static func description() throws -> ModelDescription {
        var model = ModelDescription(
            "Rich", [being, person, company, task, character, date, ignored],
            composites: [
                CompositeDescription(
                    "Address", .attribute("street", .string, .optional), .attribute("number", .integer32),
                    .composite("place", "Place", .optional)),
                CompositeDescription(
                    "Place", .attribute("latitude", .double, .optional), .attribute("longitude", .double, .optional)),
            ], configurations: ["Work": ["Being", "Company", "Person", "Task"]])
        func template(_ name: String, _ format: String, sort: [SortKey] = []) throws {
            var request = FetchRequestDescription(entityName: "Person")
            request.predicate = try FetchPredicate(format: format)
            request.sortKeys = sort
            model.fetchRequestTemplates[name] = request
        }
        try template("adults", "age >= $minimum AND employer == $COMPANY", sort: [SortKey(["name"])])
        try template("oneNamed", "name == $name")
        try template(
            "AmongThem",
            "name IN $names AND employer.title != 'x' AND SUBQUERY(friends, $f, $f.age > $least).@count > 0")
        try template("between", "age BETWEEN {$low, $high} AND ANY friends.score > $score")
        model.fetchRequestTemplates["everybody"] = FetchRequestDescription(entityName: "Person")
        model.versionIdentifiers = ["1"]
        return model
    }

    private static let being = EntityDescription(
        "Being", isAbstract: true, .attribute("name", .string),
        .userInfo([
            "documentation": "Something that lives.\nIt has a name.", "origin.of life": "say \"water\"\\",
        ]))

    private static var person: EntityDescription {
        var request = FetchRequestDescription(entityName: "Person")
        request.predicate = .comparison(.init(.keyPath(["employer", "staff"]), .contains, .variable("FETCH_SOURCE")))
        request.sortKeys = [SortKey(["name"])]
        var entity = EntityDescription(
            "Person", parent: "Being",
            .attribute("id", .uuid), .attribute("default", .string, .default("x\"\\\n")),
            .attribute("value", .double, .optional), .attribute("version", .integer32),
            .attribute("age", .integer16, .optional, .minimum(0), .maximum(150)),
            .attribute("score", .integer64, .optional, .default(5)), .attribute("born", .date, .optional),
            .attribute("homepage", .uri), .attribute("price", .decimal, .default(Decimal(1.5))),
            .attribute("photo", .binary, .optional, .externalStorage),
            .attribute("settings", .transformable, .optional),
            .attribute("gender", .integer16, .userInfo(["attributeValueScalarType": "Gender"])),
            .attribute(
                "initials", .string, .optional,
                .userInfo(["mogenerator.readonly": "yes", "documentation": "The first letters."])),
            .attribute("port", .integer32, .userInfo(["attributeValueScalarType": "uint16_t"])),
            .attribute("rank", .integer16, .optional, .userInfo(["attributeValueScalarType": "UInt16"])),
            .attribute("nickname", .string, .optional, .length(2...), .userInfo(["polystore.name": "nick"])),
            .attribute("scratch", .undefined, .optional, .transient), .composite("address", "Address", .optional),
            .derived("upperName", .string, from: .function("uppercase:", [.keyPath(["name"])])),
            .toOne("employer", "Company", inverse: "staff"), .toMany("friends", "Person", inverse: "friends"),
            .toMany("tasks", "Task", inverse: "owner", .ordered, .cascade),
            .fetched("colleagues", request), .unique("id"), .index("byName", "name", "-age"))
        var colour = AttributeDescription(name: "colour", type: .transformable)
        colour.isOptional = true
        colour.valueTypeName = "Colour"
        entity.attributes.append(colour)
        return entity
    }

    private static let company = EntityDescription(
        "Company", .attribute("title", .string), .toMany("staff", "Person", inverse: "employer", .required))

    private static var task: EntityDescription {
        var entity = EntityDescription(
            "Task", .attribute("when", .date), .toOne("owner", "Person", inverse: "tasks", .required))
        entity.className = ".Task"
        return entity
    }

    private static let character = EntityDescription(
        "Character", .attribute("letter", .string), .attribute("Date", .date, .optional))
    private static let date = EntityDescription("Date", .attribute("day", .date))
    private static let ignored = EntityDescription(
        "Ignored", .attribute("x", .string), .userInfo(["mogenerator.ignore": ""]))
}
