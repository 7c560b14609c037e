import Foundation
import PolystoreModel
import Testing

@testable import PolystoreConfiguration

@Suite("Problems of model files")
struct ModelFileProblemTests {
    /// The problems of a file, one a line.
    private func problems(_ text: String) -> [String] {
        do {
            _ = try ModelFile.read(text: text, file: "m.yaml")
            return []
        } catch {
            return error.problems.map(\.description)
        }
    }

    @Test("every problem of a file and of its model is reported at once, with line and column")
    func all() {
        let text = """
            polystoreModel: 1
            model: Library
            entites: {}
            entities:
              Item:
                abstract: yes
                attributes:
                  title: strin
                  price:
                    type: decimal
                    minimun: 0
                    default: 9,50
              Book:
                parent: Itm
                attributes:
                  isbn: { type: string, pattern: "(" }
                  hash: string
                relationships:
                  author: { to: Author, toMany: Author }
                  chapters: { toMany: Chapter, deleteRule: casade, ordered: true, inverse: bok }
                unique: [isbn]
                indexes:
                  byTitle: [-isbn, titel]
              Chapter:
                relationships:
                  book: {}
              Author: {}
            configurations:
              All: [Book, Autor]
            """
        #expect(
            problems(text) == [
                "m.yaml:3:1: error: unknown key 'entites' in the model file (did you mean 'entities'?)",
                "m.yaml:6:15: error: 'abstract' of entity 'Item' needs true or false; found 'yes'",
                "m.yaml:8:14: error: unknown type 'strin' of attribute 'Item.title'; known: undefined, integer16, integer32,"
                    + " integer64, decimal, double, float, string, boolean, date, binary, uuid, uri, transformable,"
                    + " composite, objectID (did you mean 'string'?)",
                "m.yaml:11:9: error: unknown key 'minimun' in attribute 'Item.price' (did you mean 'minimum'?)",
                "m.yaml:12:18: error: 'default' of attribute 'Item.price' needs a decimal number of at most 38 digits;"
                    + " found '9,50'",
                "m.yaml:14:13: error: the parent 'Itm' of entity 'Book' is not in the model (did you mean 'Item'?)",
                "m.yaml:16:38: error: the pattern of 'Book.isbn' is not a regular expression",
                "m.yaml:17:7: error: property 'Book.hash' is named like a member of ManagedObject; choose another name",
                "m.yaml:19:37: error: 'toMany' of relationship 'Book.author' and 'to' exclude each other",
                "m.yaml:20:48: error: 'deleteRule' of relationship 'Book.chapters' cannot be 'casade'; known here: nullify,"
                    + " cascade, deny, noAction (did you mean 'cascade'?)",
                "m.yaml:20:80: error: the inverse 'bok' of 'Book.chapters' is not a relationship of 'Chapter'"
                    + " (did you mean 'book'?)",
                "m.yaml:21:14: error: 'unique' of entity 'Book' needs a list of lists: [[a], [b]] for a and b each, [[a, b]]"
                    + " for both together",
                "m.yaml:23:24: error: property 'titel' in index 'byTitle' of 'Book' is not in the model",
                "m.yaml:26:7: error: relationship 'Chapter.book' needs 'to' (to-one) or 'toMany' with the destination entity",
                "m.yaml:29:15: error: entity 'Autor' of configuration 'All' is not in the model (did you mean 'Author'?)",
            ])
    }

    @Test(
        "what is no model file is an error with a place",
        arguments: [
            ("", "m.yaml: error: the file is empty"),
            ("text", "m.yaml:1:1: error: a model file needs keys and values"),
            ("model: M\nentities: {E: {}}", "m.yaml: error: a model file starts with 'polystoreModel: 1'"),
            ("polystoreModel: 1\nentities: {E: {}}", "m.yaml: error: the key 'model' with the model's name is missing"),
            (
                "polystoreModel: 2",
                "m.yaml:1:17: error: model files of version 2 are not known; this program reads version 1"
            ),
            ("polystoreModel: 1\nmodel: M\nentities: {E: [}", "m.yaml:3:16: error: "),
            (
                "polystoreModel: 1\nmodel: M\nmodel: N\nentities: {E: {}}",
                "m.yaml:3:1: error: the key 'model' is on line 2 already"
            ),
            ("a: &x 1\nb: *x", "m.yaml:1:4: error: anchors and aliases are not supported; write the value out"),
            (
                "a: 1\n---\nb: 2",
                "m.yaml:2:1: error: expected a single document in the stream: but found another document"
            ),
            ("a: \u{1}", "m.yaml:1:4: error: control characters are not allowed"),
            (
                "polystoreModel: 1\nmodel: M\nentities: [E]",
                "m.yaml:3:11: error: 'entities' needs keys and values"
            ),
            (
                "polystoreModel: 1\nmodel: M\nentities:\n  E:\n    attributes:\n      a:\n",
                "m.yaml:6:9: error: attribute 'E.a' needs a value"
            ),
            (
                "polystoreModel: 1\nmodel: M\nentities:\n  E:\n    indexes:\n      i: { elements: [a], where: a >> 1 }",
                "m.yaml:6:37: error: 'where' of index 'i' of entity 'E' is not understood: "
            ),
            (
                "polystoreModel: 1\nmodel: M\nentities:\n  E: {attributes: {a: string}}\nfetchRequestTemplates:\n"
                    + "  t: { entity: E, where: { compare: equals, left: { keyPath: a } } }",
                "m.yaml:6:26: error: 'where' of template 't' is not understood: "
            ),
        ])
    func single(_ text: String, _ start: String) {
        let found = problems(text)
        #expect(found.first?.hasPrefix(start) == true, "\(found)")
    }

    @Test("nesting without end is an error, not a crash")
    func deep() {
        #expect(!problems(String(repeating: "[", count: 100_000)).isEmpty)
        #expect(!problems(String(repeating: "{a: ", count: 900)).isEmpty)
        #expect(!problems("polystoreModel: 1\nmodel: " + String(repeating: "[", count: 900)).isEmpty)
    }

    @Test("aliases of aliases cost nothing")
    func aliasBomb() {
        var text = "a0: &a0 [x, x]\n"
        for level in 1...40 { text += "a\(level): &a\(level) [*a\(level - 1), *a\(level - 1)]\n" }
        #expect(problems(text).allSatisfy { $0.contains("anchors and aliases are not supported") })
    }

    @Test("a file that cannot be read, or is not UTF-8, is an error that names it")
    func unreadable() throws {
        let missing = #expect(throws: ModelError.self) { try ModelFile.read(path: "/nowhere/model.yaml") }
        #expect(missing?.problems.first?.details[.file] == "/nowhere/model.yaml")
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("model.yaml")
        try Data([0x61, 0xFF]).write(to: file)
        let broken = #expect(throws: ModelError.self) { try ModelFile.read(path: file.path) }
        #expect(broken?.description.contains("not UTF-8") == true)
    }
}
