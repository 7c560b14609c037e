import Foundation
import Polystore
import PolystoreModel
import PolystoreSQLite
import PolystoreStorage
import Testing

@Suite("Store files over SQLite")
final class StoreFileSQLiteTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "polystore-\(UUID().uuidString)")
    private var file: String { folder.appending(path: "stores.yaml").path }

    init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

    // A folder that stays behind in the temporary folder does no harm.
    deinit { try? FileManager.default.removeItem(at: folder) }

    private static let one = """
        polystore: 1
        stores:
          people:
            type: sqlite
            url: ${FOLDER}/people.sqlite
            entities: [Person, Company]
        """

    private static let two = """
        polystore: 1
        stores:
          people:
            type: sqlite
            url: ${FOLDER}/people.sqlite
            entities: [Person]
          companies:
            type: sqlite
            url: ${FOLDER}/companies.sqlite
            entities: [Company]
        """

    private func model(age: String = "integer64") throws -> ManagedObjectModel {
        try ManagedObjectModel(
            ModelFile.read(
                text: """
                    polystoreModel: 1
                    model: Staff
                    entities:
                      Person: { attributes: { name: string, age: \(age) } }
                      Company: { attributes: { name: string } }
                    """, file: "m"))
    }

    /// Opens the stores of a text and closes them; what is wrong, or nothing.
    private func problem(opening text: String, model: ManagedObjectModel) throws -> String {
        try Data(text.utf8).write(to: URL(fileURLWithPath: file))
        let coordinator: PersistentStoreCoordinator
        do throws(ConfigurationError) {
            coordinator = try StoreFile.makeCoordinator(
                path: file, model: model, storeTypes: [.sqlite], environment: ["FOLDER": folder.path])
        } catch {
            #expect(!text.contains("${") || !error.description.replacing(file, with: "").contains(folder.path))
            return error.description
        }
        try coordinator.close()
        return ""
    }

    @Test("a store of another model is refused at its place, with what differs")
    func otherModel() throws {
        #expect(try problem(opening: Self.one, model: model(age: "integer16")) == "")
        let found = try problem(opening: Self.one, model: model())
        #expect(
            found == "\(file):5:10: error: people: the store was made for another model: "
                + "Person.age is Integer 16 there, Integer 64 here; 1 of 2 entities differs")
    }

    @Test("a database of another program is refused")
    func foreignDatabase() throws {
        var page = Array("SQLite format 3\0".utf8) + [16, 0, 1, 1, 0, 64, 32, 32, 0, 0, 0, 1, 0, 0, 0, 1]
        page += [UInt8](repeating: 0, count: 4_096 - page.count)
        for (offset, byte) in [(47, 4), (59, 1), (95, 1), (97, 46), (98, 99), (99, 1), (100, 13), (105, 16)] {
            page[offset] = UInt8(byte)
        }
        try Data(page).write(to: folder.appending(path: "people.sqlite"))
        let found = try problem(opening: Self.one, model: model())
        #expect(
            found == "\(file):5:10: error: people: '…/people.sqlite' is not a Polystore or Core Data store "
                + "(SQLite database without Z_METADATA)")
    }

    @Test("a file that is no database, and a missing one that may not be made, are refused")
    func noDatabase() throws {
        let missing = Self.one.replacing("type: sqlite", with: "type: sqlite\n    create: false")
        let absent = try problem(opening: missing, model: model())
        #expect(
            absent == "\(file):6:10: error: people: '…/people.sqlite' does not exist, and 'create' is false")
        try Data(repeating: 65, count: 8_192).write(to: folder.appending(path: "people.sqlite"))
        let found = try problem(opening: Self.one, model: model())
        #expect(
            found == "\(file):5:10: error: people: '…/people.sqlite' is not a Polystore or Core Data store "
                + "(not an SQLite database)")
    }

    @Test("folders that are missing are made; where that is refused or impossible, the folder is named")
    func folders() throws {
        let nested = Self.one.replacing("/people.sqlite", with: "/new/folders/people.sqlite")
        let refused = try problem(
            opening: nested.replacing("type: sqlite", with: "type: sqlite\n    create: false"), model: model())
        #expect(
            refused == "\(file):6:10: error: people: the folder of '…/people.sqlite' does not exist, "
                + "and 'create' is false")
        let written = nested.replacing("${FOLDER}/", with: "./")
        let shown = try problem(
            opening: written.replacing("type: sqlite", with: "type: sqlite\n    create: false"), model: model())
        #expect(
            shown.replacing(folder.path, with: "…")
                == "…/stores.yaml:6:10: error: people: folder '…/new/folders' does not exist, and 'create' is false")
        try Data().write(to: folder.appending(path: "new"))
        let impossible = try problem(opening: nested, model: model())
        #expect(
            impossible == "\(file):5:10: error: people: the store does not exist: the folder of '…/people.sqlite': "
                + "Not a directory")
        try FileManager.default.removeItem(at: folder.appending(path: "new"))
        #expect(try problem(opening: nested, model: model()) == "")
        #expect(FileManager.default.fileExists(atPath: folder.appending(path: "new/folders/people.sqlite").path))
    }

    @Test("an entity whose former home is missing, or is another one, is refused")
    func formerHomes() throws {
        #expect(try problem(opening: Self.two, model: model()) == "")
        // A store that was never saved remembers nothing that counts.
        let coordinator = try StoreFile.makeCoordinator(
            path: file, model: model(), storeTypes: [.sqlite], environment: ["FOLDER": folder.path])
        try coordinator.setMetadata(["saved": "once"], inStore: "people")
        try coordinator.close()
        let gone = try problem(opening: Self.one, model: model())
        #expect(
            gone == "\(file): error: entity 'Company' lived in store 'companies' at the last open, "
                + "which is missing in this file (remembered by store 'people')")
        let swapped = Self.two.replacing("[Person]", with: "[X]").replacing("[Company]", with: "[Person]")
            .replacing("[X]", with: "[Company]")
        let found = try problem(opening: swapped, model: model())
        #expect(
            found == "\(file):7:3: error: entity 'Company' lived in store 'companies' at the last open "
                + "and lives in 'people' now (remembered by store 'people')")
    }

    @Test("a store that is open already is refused")
    func openTwice() throws {
        try Data(Self.one.utf8).write(to: URL(fileURLWithPath: file))
        let environment = ["FOLDER": folder.path]
        let first = try StoreFile.makeCoordinator(
            path: file, model: model(), storeTypes: [.sqlite], environment: environment)
        let problem = try problem(opening: Self.one, model: model())
        #expect(problem.hasPrefix("\(file):5:10: error: people: "))
        try first.close()
        #expect(try self.problem(opening: Self.one, model: model()) == "")
    }
}
