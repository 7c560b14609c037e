import PolystoreRandom
import Foundation
import PolystoreModel
import Testing

@testable import PolystoreConfiguration

@Suite("Writing model files")
struct ModelFileTextTests {
    @Test("everything in a model is written and read back, in order")
    func roundTrip() throws {
        let model = RichModel.description
        let text = try ModelFile.text(of: model)
        #expect(try ModelFile.read(text: text, file: "rich.yaml") == model)
    }

    @Test("the JSON form is a model file")
    func json() throws {
        let model = RichModel.description
        let text = String(decoding: try model.json, as: UTF8.self)
        #expect(try ModelFile.read(text: text, file: "rich.json").sortedByName == model.sortedByName)
    }

    @Test("a small model is written as people write it")
    func small() throws {
        var model = ModelDescription(name: "No")
        var person = EntityDescription(name: "Person")
        person.attributes = [
            AttributeDescription(name: "name", type: .string),
            RichModel.attribute("born", .date) { $0.isOptional = true },
            RichModel.attribute("age", .integer16) { $0.defaultValue = .integer(7) },
        ]
        person.relationships = [RelationshipDescription(name: "boss", to: .entity("Person"), isToMany: false)]
        person.uniquenessConstraints = [["name", "born"]]
        person.indexes = [.init(name: "byName", elements: [.init(property: "name", isAscending: false)])]
        model.entities = [person, EntityDescription(name: "Empty")]
        #expect(
            try ModelFile.text(of: model) == """
                polystoreModel: 1
                model: "No"
                entities:
                  Person:
                    attributes:
                      name: string
                      born: date?
                      age:
                        type: integer16
                        default: 7
                    relationships:
                      boss:
                        to: Person
                    unique: [[name, born]]
                    indexes:
                      byName: [-name]
                  Empty: {}

                """)
    }

    @Test("texts come back whatever is in them")
    func texts() throws {
        let given = ProcessInfo.processInfo.environment["POLYSTORE_SEED"].flatMap { UInt64($0) }
        let seed = given ?? .random(in: 0 ... .max)
        print("SEED=\(seed)")
        var random = RandomSource(seed: seed)
        let special: [Unicode.Scalar] = [
            "\"", "\\", "\n", "\t", "\r", "\u{85}", "\u{A0}", "\u{2028}", "\u{FFFD}", "😀", "é", " ", "#",
            ":",
            "-", "'", "{", "}", "[", ",", "&", "*", "!", "|", ">", "%", "@", "`", "1", "a", "\u{7F}", "\u{1}",
            "\u{10FFFF}",
        ]
        var model = RichModel.description
        for index in 0..<500 {
            var text = ""
            for _ in 0..<Int.random(in: 0...8, using: &random) {
                text.unicodeScalars.append(special.randomElement(using: &random) ?? "x")
            }
            model.entities[0].userInfo["k\(index)"] = text
            model.entities[0].userInfo[text.isEmpty ? "e" : text] = "v"
        }
        let written = try ModelFile.text(of: model)
        #expect(try ModelFile.read(text: written, file: "texts.yaml") == model)
        let json = String(decoding: try model.json, as: UTF8.self)
        #expect(try ModelDescription(json: Data(json.utf8)) == model.sortedByName)
    }
}
