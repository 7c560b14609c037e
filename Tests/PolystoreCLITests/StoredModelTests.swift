import Foundation
import TestFolders
import Testing

/// Models that stores keep: shown, written to files, and matched with versions.
@Suite("Models of stores by command")
struct StoredModelTests {
    @Test("a store stands for the model that it keeps, and finds its version")
    func ownStore() throws {
        let folder = try StaffFolder(["Ada"])
        #expect(try folder.run("model", "show", "people.sqlite").output.contains("entity Person"))
        let converted = try folder.run("model", "convert", "people.sqlite", "Again.xcdatamodeld")
        #expect(converted.status == 0, "\(converted.errors)")
        let match = try folder.run("model", "match", "Again.xcdatamodeld", "companies.sqlite")
        #expect(match.status == 0, "\(match.errors)")
        #expect(match.output == "'Again' matches: the model that the store keeps says the same of stored objects\n")
        #expect(try folder.run("model", "match", "staff.model.yaml", "people.sqlite").status == 0)
        #expect(try folder.run("model", "check", "people.sqlite").output.hasSuffix("models: 1 loaded, 0 refused\n"))

        try folder.write(StaffFolder.model.replacing("age: integer64?", with: "age: integer16?"), "other.yaml")
        let other = try folder.run("model", "match", "other.yaml", "people.sqlite")
        #expect(other.status == 1)
        #expect(
            other.output == """
                no version of other.yaml matches
                the nearest is 'Staff'; from the store's model to it:
                  Person.age: type was Integer 64, is Integer 16

                """)
        try folder.remove()
    }

    @Test("what is no store, and a store that is not there, end with the status of their kind")
    func noStore() throws {
        let folder = try StaffFolder([])
        let missing = try folder.run("model", "match", "staff.model.yaml", "nothing.sqlite")
        #expect(missing.status == 66)
        #expect(missing.errors == "nothing.sqlite: error: there is no such store\n")
        try folder.write("hello", "text.sqlite")
        let foreign = try folder.run("model", "match", "staff.model.yaml", "text.sqlite")
        #expect(foreign.status == 65, "\(foreign.errors)")
        #expect(foreign.errors.hasPrefix("text.sqlite: error: "), "\(foreign.errors)")
        let version = try folder.run("model", "show", "people.sqlite", "--version", "2")
        #expect(version.errors.contains("a store has only one"), "\(version.errors)")
        try folder.remove()
    }

    @Test(
        "a store of Core Data tells its model when the source is lost, and its version when it is not",
        .enabled(if: CorpusFolder.url != nil, Comment(rawValue: CorpusFolder.missing)))
    func coreData() throws {
        let corpus = try #require(CorpusFolder.url).appending(path: "objcio+core-data/Migrations")
        let folder = try StaffFolder([])
        let bytes = try Data(contentsOf: corpus.appending(path: "MigrationsTests/Moody 3.moody"))
        try bytes.write(to: folder.url.appending(path: "moody.sqlite"))
        let model = corpus.appending(path: "Migrations/Moody.xcdatamodeld").path
        let match = try folder.run("model", "match", model, "moody.sqlite")
        #expect(match.output.hasPrefix("'Moody 3' matches: "), "\(match.output)\(match.errors)")
        let lost = try folder.run("model", "convert", "moody.sqlite", "Found.xcdatamodeld")
        #expect(lost.status == 0, "\(lost.errors)")
        #expect(try folder.run("model", "match", "Found.xcdatamodeld", "moody.sqlite").status == 0)
        #expect(try Data(contentsOf: folder.url.appending(path: "moody.sqlite")) == bytes)
        try folder.remove()
    }
}
