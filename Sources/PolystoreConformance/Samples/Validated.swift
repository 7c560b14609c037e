import Foundation
import PolystoreCore
import PolystoreStorage

/// An object with every kind of validation, also one of its own.
final class Validated: ManagedObject, Entity {
    /// The error of the object's own validation.
    struct Refusal: Error {}

    static let name = Attribute<String>("name")
    static let entity = model.entities[0]

    /// Values that are valid.
    static var values: [String: Value] { ["name": .string("good"), "number": .integer(5), "code": .string("A1")] }

    /// The model of objects that are validated, and of their friends.
    static let model: ModelDescription = {
        var friends = RelationshipDescription.many("friends", to: "Friend", inverse: "validated")
        (friends.minimumCount, friends.maximumCount) = (2, 3)
        var validated = EntityDescription.named(
            "Validated",
            [
                .required("name", .string) { ($0.minimumLength, $0.maximumLength) = (1, 8) },
                .required("number", .integer64, default: .integer(1)) {
                    ($0.minimum, $0.maximum) = (.integer(0), .integer(10))
                },
                .optional("code", .string), .optional("day", .date), .optional("data", .binary),
            ], [friends])
        validated.attributes[2].validation.pattern = "[A-Z][0-9]"
        validated.attributes[3].validation.maximum = .date(.init(timeIntervalSinceReferenceDate: 100))
        validated.attributes[4].validation.maximumLength = 4
        validated.className = "Validated"
        return .of(
            validated,
            .named("Friend", [.optional("name", .string)], [.one("validated", to: "Validated", inverse: "friends")]))
    }()

    /// Called whenever a change of the object is validated.
    var whenValidated: () throws -> Void = {}

    override func validateForUpdate() throws { try whenValidated() }

    override func validateForInsert() throws { if self.name == "bad" { throw Refusal() } }
}
