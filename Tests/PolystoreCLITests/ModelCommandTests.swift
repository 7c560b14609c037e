import Foundation
import Testing

/// The commands about models, as a user runs them.
@Suite("Models by command")
struct ModelCommandTests {
    private static let library = """
        polystoreModel: 1
        model: Library
        entities:
          Book:
            class: Book
            attributes:
              title: string
              pages: {type: integer32, default: 0}
            relationships:
              author: {to: Author, inverse: books}
            unique: [[title]]
          Author:
            attributes:
              name: string?
            relationships:
              books: {toMany: Book, inverse: author, deleteRule: cascade}

        """

    @Test("a model goes to Xcode's form and back, and is shown and checked in both")
    func conversion() throws {
        let folder = try StaffFolder([])
        try folder.write(Self.library, "library.yaml")
        let there = try folder.run("model", "convert", "library.yaml", "Library.xcdatamodeld")
        #expect(there.status == 0, "\(there.errors)")
        #expect(there.output == "Library.xcdatamodeld: 2 entities\n")
        let back = try folder.run("model", "convert", "Library.xcdatamodeld", "again.yaml")
        #expect(back.status == 0, "\(back.errors)")
        let shown = try ["library.yaml", "Library.xcdatamodeld", "again.yaml"].map {
            try folder.run("model", "show", $0).output
        }
        #expect(
            shown[0] == """
                model Library: 2 entities

                entity Author
                  name: string, optional
                  books: to-many Book, optional, inverse author, cascade

                entity Book, class Book
                  pages: integer32, required, default 0
                  title: string, required
                  author: to-one Author, optional, inverse books, nullify
                  unique: title

                """)
        #expect(Set(shown).count == 1, "\(shown)")
        let checked = try folder.run("model", "check", "library.yaml", "--all", ".")
        #expect(checked.status == 0, "\(checked.errors)")
        #expect(checked.output.hasSuffix("models: 2 loaded, 0 refused\n"), "\(checked.output)")
        let fewer = try folder.run("model", "check", "--all", ".", "--exclude", "Library.xcdatamodeld")
        #expect(fewer.output == "models: 0 loaded, 0 refused\n", "\(fewer.output)\(fewer.errors)")
        let nested = folder.url.appending(path: "Pods/Pods")
        try FileManager.default.createDirectory(at: nested, withIntermediateDirectories: true)
        try FileManager.default.copyItem(
            at: folder.url.appending(path: "Library.xcdatamodeld"), to: nested.appending(path: "Other.xcdatamodeld"))
        for (start, loaded) in [(".", 1), ("Pods", 0), ("Pods/Pods", 1), ("./Pods/../Pods/Pods", 1)] {
            let found = try folder.run("model", "check", "--all", start, "--exclude", "Pods")
            #expect(found.output.hasSuffix("models: \(loaded) loaded, 0 refused\n"), "\(start): \(found.output)")
        }
        #expect(try folder.run("model", "check", "library.yaml", "--exclude", "Pods").status == 64)
        let again = try folder.run("model", "convert", "library.yaml", "Library.xcdatamodeld")
        #expect(again.status == 65)
        #expect(again.errors.contains("this is there already"))
        try folder.remove()
    }

    @Test("JSON names types, destinations, inverses and delete rules")
    func json() throws {
        let folder = try StaffFolder([])
        try folder.write(Self.library, "library.yaml")
        let shown = try folder.run("model", "show", "library.yaml", "--json")
        #expect(shown.status == 0, "\(shown.errors)")
        let object = try #require(try JSONSerialization.jsonObject(with: Data(shown.output.utf8)) as? [String: Any])
        let entities = try #require(object["entities"] as? [[String: Any]])
        #expect(entities.map { $0["name"] as? String } == ["Author", "Book"])
        let books = try #require((entities[0]["relationships"] as? [[String: Any]])?.first)
        #expect(books["destination"] as? String == "Book")
        #expect(books["inverse"] as? String == "author")
        #expect(books["cardinality"] as? String == "toMany")
        #expect(books["deleteRule"] as? String == "cascade")
        #expect(entities[1]["uniquenessConstraints"] as? [[String]] == [["title"]])
        try folder.remove()
    }

    @Test("what is odd is a warning with its place, and a problem when it is to be strict")
    func strict() throws {
        let folder = try StaffFolder([])
        defer { try? folder.remove() }  // what stays is told by the check after the tests
        for version in ["Shop", "Shop 2", "Shop 10"] {
            try FileManager.default.createDirectory(
                at: folder.url.appending(path: "Shop.xcdatamodeld/\(version).xcdatamodel"),
                withIntermediateDirectories: true)
            try folder.write(
                """
                <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
                <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
                <entity name="\(version.filter { $0 != " " })" codeGenerationType="class">
                <attribute name="a" attributeType="Integer 16" defaultValueString="NO"/></entity>
                </model>
                """, "Shop.xcdatamodeld/\(version).xcdatamodel/contents")
        }
        let checked = try folder.run("model", "check", "Shop.xcdatamodeld")
        #expect(checked.status == 0, "\(checked.errors)")
        let lines = checked.output.split(separator: "\n")
        #expect(lines.count == 6)
        #expect(lines[0].hasPrefix("Shop.xcdatamodeld: warning: ") && lines[0].hasSuffix("'Shop 10' is taken"))
        #expect(lines[1].contains("contents:4:68: warning: 'defaultValueString' of attribute 'Shop"), "\(lines[1])")
        #expect(lines[4] == "Shop.xcdatamodeld: 1 entity, 3 versions, current 'Shop 10', 4 warnings")
        let strict = try folder.run("model", "check", "--strict", "Shop.xcdatamodeld")
        #expect(strict.status == 1)
        #expect(strict.output == "Shop.xcdatamodeld: refused\nmodels: 0 loaded, 1 refused\n")
        #expect(strict.errors.contains("contents:4:68: error: 'defaultValueString'"), "\(strict.errors)")
        let shown = try folder.run("model", "show", "Shop.xcdatamodeld")
        #expect(shown.output.contains("entity Shop10") && !shown.output.contains("warning:"))
        try expectWarnings(shown)
        let chosen = try folder.run("model", "show", "Shop.xcdatamodeld", "--version", "Shop 2")
        #expect(chosen.output.contains("entity Shop2"), "\(chosen.output)")
        #expect(
            chosen.errors.hasPrefix("Shop.xcdatamodeld/Shop 2.xcdatamodel/contents:4:68: warning: "), "\(chosen.errors)"
        )
        try expectWarnings(try folder.run("model", "convert", "Shop.xcdatamodeld", "shop.yaml"))
        try expectWarnings(try folder.run("generate", "--output", "Classes", "Shop.xcdatamodeld"))
        let quiet = try folder.run("model", "show", "shop.yaml")
        #expect(quiet.status == 0 && quiet.errors.isEmpty, "\(quiet.errors)")
        #expect(try folder.run("model", "convert", "shop.yaml", "Again.xcdatamodeld").status == 0)
        let outline = try folder.run("model", "show", "--json", "Again.xcdatamodeld").output
        #expect(outline.contains(#""codeGeneration" : "class""#), "\(outline)")
    }

    /// Expects the choice of a version, and then the odd literal at its place, on standard error.
    private func expectWarnings(_ process: CommandProcess) throws {
        #expect(process.status == 0, "\(process.errors)")
        let lines = process.errors.split(separator: "\n")
        try #require(lines.count == 2, "\(process.errors)")
        #expect(lines[0].hasPrefix("Shop.xcdatamodeld: warning: ") && lines[0].hasSuffix("'Shop 10' is taken"))
        #expect(
            lines[1].hasPrefix("Shop.xcdatamodeld/Shop 10.xcdatamodel/contents:4:69: warning: ")
                || lines[1].hasPrefix("Shop.xcdatamodeld/Shop 10.xcdatamodel/contents:4:68: warning: "), "\(lines[1])")
    }

    @Test("a difference is told in words and by the status; a refused model by its place and the last line")
    func differences() throws {
        let folder = try StaffFolder([])
        try folder.write(Self.library, "library.yaml")
        try folder.write(Self.library.replacing("integer32", with: "integer64"), "later.yaml")
        let same = try folder.run("model", "diff", "library.yaml", "library.yaml")
        #expect(same.status == 0)
        #expect(same.output == "no changes\n")
        let other = try folder.run("model", "diff", "library.yaml", "later.yaml")
        #expect(other.status == 1)
        #expect(
            other.output == """
                Book.pages: type was Integer 32, is Integer 64
                1 change, 1 of which concerns stored objects

                """)
        try folder.write("<model>\n<entity name=\"A\" parentEntity=\"B\"/>\n</model>", "Bad.xcdatamodel")
        let bad = try folder.run("model", "check", "Bad.xcdatamodel")
        #expect(bad.status == 1)
        #expect(bad.output == "Bad.xcdatamodel: refused\nmodels: 0 loaded, 1 refused\n")
        #expect(
            bad.errors.hasPrefix(
                "Bad.xcdatamodel:2:32: error: the parent 'B' of entity 'A' is not in the model"), "\(bad.errors)")
        #expect(try folder.run("model", "show", "Missing.xcdatamodeld").status == 66)
        #expect(try folder.run("model", "show", "missing.yaml").status == 66)
        #expect(try folder.run("model", "check", "missing.yaml").status == 66)
        let missing = try folder.run("model", "check", "library.yaml", "Missing.xcdatamodeld", "Bad.xcdatamodel")
        #expect(missing.status == 66)
        #expect(missing.output.hasSuffix("models: 1 loaded, 2 refused\n"), "\(missing.output)")
        try folder.remove()
    }

    @Test("a store file names a model of Xcode itself, and its problems have their places")
    func storeFile() throws {
        let folder = try StaffFolder(["Ada"])
        #expect(try folder.run("model", "convert", "staff.model.yaml", "Staff.xcdatamodeld").status == 0)
        try folder.write(StaffFolder.stores + "model: Staff.xcdatamodeld\n", "xcode.yaml")
        #expect(
            try folder.run("config", "check", "xcode.yaml").output == "xcode.yaml: 2 stores, 2 entities, no problems\n")
        let query = try folder.run("query", "xcode.yaml", "Person", "age == 30", "--select", "name", "--format", "csv")
        #expect(query.output == "name\r\nAda\r\n", "\(query.errors)")
        try folder.write(StaffFolder.stores + "model: Staph.xcdatamodeld\n", "bad.yaml")
        let bad = try folder.run("config", "check", "bad.yaml")
        #expect(bad.status == 65)
        #expect(bad.errors.contains("Staph.xcdatamodeld: error: the model does not exist"), "\(bad.errors)")
        try folder.remove()
    }
}
