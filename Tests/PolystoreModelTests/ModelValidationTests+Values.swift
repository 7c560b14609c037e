import Foundation
import PolystoreModel

extension ModelValidationTests {
    private static func value(
        _ message: String, _ key: String, _ type: AttributeType,
        _ change: @escaping @Sendable (inout AttributeDescription) -> Void
    ) -> Case {
        Case(message, .invalidConstraint, "entities/Person/attributes/extra" + key, extra(type, change))
    }

    static let valueCases: [Case] = [
        Case(
            "'Person.extra' has no type, which only a transient attribute may", .invalidType,
            "entities/Person/attributes/extra/type", extra(.undefined)),
        value("the default value of 'Person.extra', which is integer16, is of type string", "/default", .integer16) {
            $0.defaultValue = .string("7")
        },
        value("the default value of 'Person.extra', which is integer16, does not fit", "/default", .integer16) {
            $0.defaultValue = .integer(70_000)
        },
        value(
            "the default value of 'Person.extra', which is double, is not a number, which no attribute can be",
            "/default", .double
        ) { $0.defaultValue = .double(.nan) },
        value("'Person.extra' is objectID, which has no default value", "/default", .objectID) {
            $0.defaultValue = .integer(1)
        },
        value("the default value of 'Person.extra' is below the minimum", "/default", .integer32) {
            $0.defaultValue = .integer(-1)
            $0.validation.minimum = .integer(0)
        },
        value("the default value of 'Person.extra' is above the maximum", "/default", .decimal) {
            $0.defaultValue = .decimal(Decimal(string: "1.5") ?? 0)
            $0.validation.maximum = .integer(1)
        },
        value("the default value of 'Person.extra' is too short", "/default", .string) {
            $0.defaultValue = .string("")
            $0.validation.minimumLength = 1
        },
        value("the default value of 'Person.extra' is too long", "/default", .binary) {
            $0.defaultValue = .data(Data([1, 2]))
            $0.validation.maximumLength = 1
        },
        value("the default value of 'Person.extra' does not match the pattern", "/default", .string) {
            $0.defaultValue = .string("ab")
            $0.validation.pattern = "a|b"
        },
        value("the minimum of 'Person.extra' is above its maximum", "/minimum", .date) {
            $0.validation.minimum = .date(Date(timeIntervalSinceReferenceDate: 2))
            $0.validation.maximum = .date(Date(timeIntervalSinceReferenceDate: 1))
        },
        value("'Person.extra' is string; only numbers and dates have a minimum", "/minimum", .string) {
            $0.validation.minimum = .string("a")
        },
        value("the maximum of 'Person.extra', which is float, is of type string", "/maximum", .float) {
            $0.validation.maximum = .string("a")
        },
        value("'Person.extra' is integer16; only text and binary have a length", "/maximumLength", .integer16) {
            $0.validation.maximumLength = 3
        },
        value("the minimumLength of 'Person.extra' is below 0", "/minimumLength", .string) {
            $0.validation.minimumLength = -1
        },
        value("the minimumLength of 'Person.extra' is above its maximumLength", "/minimumLength", .string) {
            $0.validation.minimumLength = 3
            $0.validation.maximumLength = 2
        },
        value("the pattern of 'Person.extra' is not a regular expression", "/pattern", .string) {
            $0.validation.pattern = "a("
        },
        value("the pattern of 'Person.extra' is not a regular expression", "/pattern", .string) {
            $0.validation.pattern = "a)|(b"
        },
        value("'Person.extra' is uri; only text matches a pattern", "/pattern", .uri) { $0.validation.pattern = "a" },
        value("'Person.extra' has a 'coder', which only a transformable attribute may", "/coder", .string) {
            $0.coderName = "colours"
        },
        value("'Person.extra' has a 'valueType', which only a transformable attribute may", "/valueType", .binary) {
            $0.valueTypeName = "Colour"
        },
        value("'Person.extra' is string; only bytes can be stored externally", "/externalStorage", .string) {
            $0.allowsExternalStorage = true
        },
        value("'Person.extra' is transient, so it cannot be stored externally", "/externalStorage", .binary) {
            $0.allowsExternalStorage = true
            $0.isTransient = true
        },
        value("'Person.extra' is transient, so history cannot preserve it", "/preservedAfterDeletion", .string) {
            $0.isPreservedAfterDeletion = true
            $0.isTransient = true
        },
        value("'Person.extra' is derived, so stores compute it, but it is transient", "/derivation", .string) {
            $0.derivation = .keyPath(["name"])
            $0.isTransient = true
        },
        value("'Person.extra' is derived, so stores compute it, but it has a default value", "/derivation", .string) {
            $0.derivation = .keyPath(["employer", "name"])
            $0.defaultValue = .string("a")
        },
        Case(
            "'employer.nam' in the derivation of 'Person.extra': entity 'Company' has no property 'nam'"
                + " (did you mean 'name'?)", .unknownName, "entities/Person/attributes/extra/derivation",
            extra(.string) { $0.derivation = .keyPath(["employer", "nam"]) }),
        Case(
            "'name.length' in the derivation of 'Person.extra': 'Person.name' is an attribute, so nothing follows it",
            .unknownName, "entities/Person/attributes/extra/derivation",
            extra(.string) { $0.derivation = .keyPath(["name", "length"]) }),
        Case(
            "'Person.extra' is composite but names no composite", .invalidType, "entities/Person/attributes/extra",
            extra(.composite)),
        Case(
            "'Person.extra' names a composite, but its type is string", .invalidType,
            "entities/Person/attributes/extra/composite", extra(.string) { $0.compositeName = "Address" }),
        Case(
            "the composite 'Adress' of 'Person.extra' is not in the model (did you mean 'Address'?)", .unknownName,
            "entities/Person/attributes/extra/composite", extra(.composite) { $0.compositeName = "Adress" }),
        Case("composite 'Address' contains itself", .invalidType, "composites/Address") {
            $0.composites[0].elements.append(attribute("more", .composite) { $0.compositeName = "Address" })
        },
        Case("two composites are named 'Address'", .duplicateName, "composites/Address") {
            $0.composites.append($0.composites[0])
        },
        Case("composite 'Address' has two elements named 'City'", .duplicateName, "composites/Address/City") {
            $0.composites[0].elements.append(attribute("City", .string))
        },
        Case(
            "the name of element 'Address.' is empty", .invalidName, "composites/Address/"
        ) { $0.composites[0].elements[0].name = "" },
        Case("the name of composite '' is empty", .invalidName, "composites/") { $0.composites[0].name = "" },
        Case(
            "the element 'Address.city' cannot be transient, derived or stored externally by itself",
            .invalidConstraint, "composites/Address/city"
        ) { $0.composites[0].elements[0].isTransient = true },
        Case(
            "the default value of 'Address.city', which is string, is of type integer", .invalidConstraint,
            "composites/Address/city/default"
        ) { $0.composites[0].elements[0].defaultValue = .integer(1) },
    ]
}
