import Foundation
import Polystore

extension BadInput {
    /// Values that properties cannot take, and odd ones that they can.
    static let values: [BadInput] = [
        .refused("NaN", ["ValueError.notANumber"], [.entity: "Person", .property: "score"]) { scene in
            let context = try scene.context()
            try scene.person("Ada", context).score = .nan
            try context.save()
        },
        BadInput("infinity", .saved) { scene in
            let context = try scene.context()
            try scene.person("Ada", context).score = -.infinity
            try context.save()
            scene.close()
            try hold(try scene.person("Ada", scene.context()).score == -.infinity, "infinity comes back")
        },
        BadInput("minus zero", .saved) { scene in
            let context = try scene.context()
            try scene.person("Ada", context).score = -0.0
            try context.save()
            scene.close()
            try hold(try scene.person("Ada", scene.context()).score?.sign == .plus, "it is zero")
        },
        .refused("a number too large for 16 bits", ["ValueError.outOfRange"], [.entity: "Person", .property: "age"]) {
            try $0.person("Ada", $0.context()).setValue(.integer(32_768), forKey: "age")
        },
        .refused("a fraction for an integer", ["ValueError.wrongType"], [.entity: "Person", .property: "age"]) {
            try $0.person("Ada", $0.context()).setValue(.double(1.5), forKey: "age")
        },
        .refused("text for a number", ["ValueError.wrongType"], [.entity: "Person", .property: "age"]) {
            try $0.person("Ada", $0.context()).setValue(.string("classified"), forKey: "age")
        },
        .refused("an unknown key", ["ValueError.unknownProperty"], [.entity: "Person", .property: "shoeSize"]) {
            try $0.person("Ada", $0.context()).setValue(.integer(44), forKey: "shoeSize")
        },
        .refused("an unknown key that is read", ["ValueError.unknownProperty"], [.property: "shoeSize"]) {
            _ = try $0.person("Ada", $0.context()).value(forKey: "shoeSize")
        },
        .refused("a relationship's key for an attribute", ["ValueError.unknownProperty"], [.property: "employer"]) {
            try $0.person("Ada", $0.context()).setValue(.integer(1), forKey: "employer")
        },
        BadInput("text with NUL", .saved) { scene in
            let context = try scene.context()
            try scene.person("Ada", context).name = "a\u{0}b"
            try context.save()
            scene.close()
            let other = try scene.context()
            let found = try other.fetch(FetchRequest(Person.self).where(Being.name == "a\u{0}b"))
            try hold(found.map(\.name) == ["a\u{0}b"], "it comes back whole, and is found")
            try hold(try other.count(FetchRequest(Person.self).where(Being.name == "a")) == 0, "it is not cut at NUL")
        },
        BadInput("a text of five million bytes", .saved) { scene in
            let text = String(repeating: "five", count: 1_250_000)
            let context = try scene.context()
            try scene.person("Ada", context).name = text
            try context.save()
            scene.close()
            let names = try scene.context().fetch(FetchRequest(Person.self)).map(\.name)
            try hold(names.contains(text), "it comes back whole")
        },
        .refused(
            "a text longer than the attribute allows", ["SaveError.validation"], says: ["Being", "name", "tooLong"]
        ) {
            let context = try $0.context()
            try $0.person("Ada", context).name = String(repeating: "x", count: 10_000_001)
            try context.save()
        },
        BadInput("a decimal of 38 digits", .saved) { scene in
            let wage = Decimal(string: "12345678901234567890123456789012345678")
            let context = try scene.context()
            try scene.person("Ada", context).wage = wage
            try context.save()
            scene.close()
            try hold(try scene.person("Ada", scene.context()).wage == wage, "it comes back exactly")
        },
        BadInput("a decimal of 39 digits", .saved) { scene in
            let wage = Decimal(string: "123456789012345678901234567890123456789")
            let context = try scene.context()
            try scene.person("Ada", context).wage = wage
            try context.save()
            scene.close()
            try hold(try scene.person("Ada", scene.context()).wage == wage, "it comes back exactly")
        },
        .refused("a decimal that is not a number", ["ValueError.notANumber"], [.entity: "Person", .property: "wage"]) {
            let context = try $0.context()
            try $0.person("Ada", context).wage = .nan
            try context.save()
        },
        BadInput("unique values swapped", .saved) { scene in
            let context = try scene.context()
            let (acme, globex) = (try scene.company("Acme", context), try scene.company("Globex", context))
            (acme.name, globex.name) = (globex.name, acme.name)
            try context.save()
        },
        .refused("a unique value doubled in a store", ["SaveError.conflict"], [.count: "1"], says: ["Company", "name"])
        {
            let context = try $0.context()
            let name = try $0.company("Acme", context).name
            try $0.company("Globex", context).name = name
            try context.save()
        },
        .refused("a unique value doubled in a save", ["SaveError.conflict"], says: ["Company", "name"]) { scene in
            let context = try scene.context()
            for _ in 1...2 { try context.insert(Company.self) { $0.name = "Same" } }
            try context.save()
        },
        .refused(
            "required values that are not set, all at once", ["SaveError.validation"], [.count: "2"],
            says: [
                "Company.name", "Document.title",
            ]
        ) { scene in
            let context = try scene.context()
            try context.insert(Company.self)
            try context.insert(Document.self)
            try context.save()
        },
    ]
}
