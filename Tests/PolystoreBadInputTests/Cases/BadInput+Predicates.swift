import Foundation
import Polystore

extension BadInput {
    /// Requests that cannot be read or resolved.
    static let predicates: [BadInput] = [
        format(
            "a predicate on an unknown property", "agge > 3", "unknownProperty",
            [
                .entity: "Person", .property: "agge", .suggestion: "age",
            ]),
        format(
            "a to-many relationship without a quantifier", "orders.number > 3", "toManyNeedsQuantifier",
            [
                .property: "orders"
            ]),
        format("a number compared with text", "age == 'classified'", "wrongType", [.property: "age"]),
        format("a text operator on a number", "age CONTAINS 'x'", "textOperatorNeedsText"),
        format("a key path beyond a value", "age.x == 1", "pathBeyondValue", [.property: "age"]),
        format("text that is no predicate", "age > AND name == 'classified'", "invalidSyntax", [.offset: "6"]),
        format("text that ends in a string", "name == 'classified", "invalidSyntax", [.offset: "8"]),
        format("no text", "", "invalidSyntax"),
        format("a placeholder without an argument", "age > %@", "argumentMismatch", [.offset: "6"]),
        format("a pattern that cannot be read", "name MATCHES '(classified'", "invalidPattern", [.property: "name"]),
        .refused("parentheses thirty thousand deep", ["QueryError.tooDeep"]) { scene in
            let text = String(repeating: "(", count: 30_000) + "age > 3" + String(repeating: ")", count: 30_000)
            _ = try scene.context().fetch(FetchRequest(Person.self).where(try FetchPredicate(format: text)))
        },
        .refused("a negative limit", ["QueryError.invalidLimit"]) {
            _ = try $0.context().fetch(FetchRequest(Person.self).limit(-1))
        },
        .refused(
            "an entity that the model does not have", ["QueryError.unknownEntity"],
            [.entity: "Persn", .suggestion: "Person"]
        ) {
            _ = try $0.context().fetch(FetchRequest<ManagedObject>(entity: "Persn"))
        },
        .refused("a property of another entity", ["QueryError.foreignProperty"], [.property: "title"]) {
            _ = try $0.context().fetch(FetchRequest(Person.self).where(Document.title == "x"))
        },
        .refused("an order by data", ["QueryError.notSortable"], [.property: "scan"]) {
            _ = try $0.context().fetch(FetchRequest(Document.self).sorted(by: Document.scan))
        },
    ]

    /// A predicate's text that is refused when it is read or resolved.
    private static func format(
        _ name: String, _ text: String, _ code: String, _ details: [ErrorDetails.Key: String] = [:]
    ) -> BadInput {
        .refused(name, ["QueryError.\(code)"], details) {
            _ = try $0.context().fetch(FetchRequest(Person.self).where(try FetchPredicate(format: text)))
        }
    }
}
