import PolystoreModel
import PolystoreModelFiles
import PolystoreRandom
import Testing

@testable import PolystoreModelFiles

/// Texts that are meant to break a reader, or that are broken.
@Suite("Hostile and damaged documents")
struct HostileDocumentTests {
    @Test("entities are neither defined nor expanded, and nothing outside of the text is loaded")
    func entities() {
        let bomb = """
            <?xml version="1.0"?>
            <!DOCTYPE model [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>
            <model><entity name="&b;"/></model>
            """
        expect(bomb, "contents:2:1: error: a document type is declared, which could define entities")
        expect(
            "<!DOCTYPE model SYSTEM \"file:///etc/passwd\">\n<model/>",
            "contents:1:1: error: a document type is declared")
        expect("<model name=\"&b;\"/>", "contents:1:14: error: the entity 'b' is not defined")
    }

    @Test(
        "texts beside each other are one text, and no text is none",
        arguments: [
            ("<model><![CDATA[ ]]>a<![CDATA[]]>&amp;<![CDATA[<b>]]></model>", "<model> a&amp;&lt;b&gt;</model>"),
            ("<model><![CDATA[]]></model>", "<model/>"),
            ("<model> <![CDATA[ ]]><a/></model>", "<model>\n    <a/>\n</model>"),
        ])
    func texts(text: String, expected: String) throws {
        let document = try ModelDocument(text: text, name: "Model", file: "contents")
        #expect(document.text == "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + expected)
        #expect(try ModelDocument(text: document.text, name: "Model", file: "contents").tree.text == document.text)
    }

    @Test("depth, size and the number of parts and attributes are bounded")
    func bounds() {
        let deep = String(repeating: "<a>", count: 5_000) + String(repeating: "</a>", count: 5_000)
        expect(deep, "contents:1:193: error: more than 64 elements are inside of each other")
        let many = (0..<300).map { "a\($0)=\"\"" }.joined(separator: " ")
        expect("<model \(many)/>", "error: 'model' has more than 256 attributes")
        let large = "<model>" + String(repeating: " ", count: 17 << 20) + "</model>"
        expect(large, "contents:1:1: error: the file is larger than 16 MiB")
    }

    @Test(
        "what is not well formed is refused at its place",
        arguments: [
            ("", "contents:1:1: error: the file has no element"),
            ("plain text", "contents:1:1: error: the file has no element"),
            (
                "<model>\n  <entity>\n</model>",
                "contents:3:1: error: '</model>' where 'entity' of line 2 has to end first"
            ),
            ("<model>", "contents:1:1: error: the element 'model' does not end"),
            ("<model", "contents:1:1: error: the tag of 'model' does not end"),
            ("<model a=\"1\" a=\"2\"/>", "contents:1:14: error: 'model' has two attributes named 'a'"),
            ("<model a=1/>", "contents:1:10: error: the value of attribute 'a' of 'model' is not in quotes"),
            ("<model a=\"1\"b=\"2\"/>", "contents:1:13: error: white space is missing"),
            ("<model a=\"<\"/>", "contents:1:11: error: '<' cannot stand in a value"),
            ("<model a=\"x", "contents:1:11: error: the value of attribute 'a' of 'model' does not end"),
            ("<model a=\"&#0;\"/>", "contents:1:11: error: '&#0;' is no character"),
            ("<model a=\"&#xD800;\"/>", "contents:1:11: error: '&#xD800;' is no character"),
            ("<model a=\"a & b\"/>", "contents:1:13: error: '&' does not begin a reference"),
            ("<model>\u{1}</model>", "contents:1:8: error: the character U+1 is not allowed"),
            ("<model/><model/>", "contents:1:9: error: nothing may follow the end of 'model'"),
            ("<model><!-- a -- b --></model>", "error: a comment cannot contain '--'"),
            ("<model><!ELEMENT a ANY></model>", "contents:1:8: error: a declaration cannot stand inside of 'model'"),
            ("<?xml version=\"1.0\" encoding=\"UTF-16\"?><model/>", "error: the encoding 'UTF-16' is not read"),
            ("<plist/>", "contents:1:1: error: the file holds 'plist', not a model"),
        ])
    func damage(_ text: String, _ message: String) { expect(text, message) }

    @Test("a document whose bytes were changed at random is read or refused, and never traps")
    func randomDamage() throws {
        var random = RandomSource()
        let text = Array(ModelText.document(RichDocument.elements).utf8)
        for _ in 0..<DamageRounds.count(400) {
            var bytes = text
            for _ in 0..<Int.random(in: 1...8, using: &random) {
                let index = Int.random(in: bytes.indices, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: bytes[index] = UInt8.random(in: 0...255, using: &random)
                case 1: bytes.remove(at: index)
                default:
                    bytes.insert(contentsOf: Array("<&>\"'/=!-[]".utf8).shuffled(using: &random).prefix(2), at: index)
                }
            }
            guard let damaged = String(validating: bytes, as: UTF8.self) else { continue }
            for problem in ModelText.problems(text: damaged) {
                #expect(problem.details[.file] == "contents")
            }
        }
    }

    private func expect(_ text: String, _ message: String) {
        let problems = ModelText.problems(text: text).map(\.description)
        #expect(problems.count == 1)
        #expect(problems.first?.contains(message) ?? false, "\(problems)")
    }
}
