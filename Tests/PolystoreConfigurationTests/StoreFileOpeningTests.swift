import Foundation
import PolystoreConfiguration
import PolystoreCore
import PolystoreModel
import PolystoreStorage
import Testing

@Suite("Errors of opening the stores of a store file")
struct StoreFileOpeningTests {
    private static let text = """
        polystore: 1
        #
        #
        #
        #
        #
        stores:
          people:
            type: sqlite
            url: ${DATA:-data}/people.sqlite
            entities: [Person, Company, Tag, Order, Selection]
        """

    private func problem(
        _ error: StoreError, environment: [String: String] = ["DATA": "/very/secret"]
    ) throws -> String {
        let file = try StoreFile(
            text: Self.text, name: "polystore.yaml", folder: StoreFileExample.folder, environment: environment)
        let model = try StoreFileExample.model()
        do throws(ConfigurationError) {
            _ = try file.makeCoordinator(
                model: model, storeTypes: [StoreFileExample.sqlite(failingWith: error)])
            return ""
        } catch {
            #expect(error.cause is CoordinatorError)
            return error.description
        }
    }

    private static let path = "/very/secret/people.sqlite"

    @Test(
        "an error of a store stands at the store's place, without values of the environment",
        arguments: [
            (
                StoreError(.foreign, [.path: path, .reason: "SQLite database without Z_METADATA"]),
                "'…/people.sqlite' is not a Polystore or Core Data store (SQLite database without Z_METADATA)"
            ),
            (
                StoreError(
                    .incompatibleModel,
                    [.path: path, .reason: "Person.age is Integer 16 there, Integer 64 here; 1 of 14 entities differs"]),
                "the store was made for another model: Person.age is Integer 16 there, Integer 64 here; "
                    + "1 of 14 entities differs"
            ),
            (
                StoreError(.held, [.path: path, .process: "4711", .reason: "held since 08:12:03"]),
                "held by process 4711 since 08:12:03 (waited lockTimeout 5s)"
            ),
            (StoreError(.held), "held by another process (waited lockTimeout 5s)"),
            (
                StoreError(.permission, [.path: path, .reason: "'/very/secret/people.sqlite-wal' cannot be opened"]),
                "access to the store was refused: '…/people.sqlite-wal' cannot be opened"
            ),
            (
                StoreError(.unsupportedFormat, [.found: "format 7", .expected: "at most 1"]),
                "the store's format is newer than this program: found format 7, expected at most 1"
            ),
        ])
    func atItsPlace(_ error: StoreError, _ message: String) throws {
        #expect(try problem(error) == "polystore.yaml:10:10: error: people: \(message)")
    }

    @Test("a path that the file writes out is shown whole")
    func wholePath() throws {
        #expect(
            try problem(StoreError(.foreign, [.reason: "the file is empty"]), environment: [:])
                == "polystore.yaml:10:10: error: people: '/srv/staff/data/people.sqlite' is not a Polystore or "
                + "Core Data store (the file is empty)")
    }
}
