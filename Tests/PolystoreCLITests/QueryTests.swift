import ArgumentParser
import Foundation
import Polystore
import PolystoreSQLite
import TestFolders
import Testing

@testable import PolystoreCLI

/// The command's parts on a small graph in two SQLite stores.
@Suite struct QueryTests {
    private let temporary: TemporaryFolder
    private var folder: URL { temporary.url }
    private let storeFile: String

    private static let stores = """
        polystore: 1
        model: staff.model.yaml
        stores:
          people:
            type: sqlite
            url: people.sqlite
            entities: [Person]
          companies:
            type: sqlite
            url: companies.sqlite
            entities: [Company]
        """

    init() throws {
        temporary = try TemporaryFolder("query")
        try StaffFolder.model.write(
            to: temporary.url.appending(path: "staff.model.yaml"), atomically: true, encoding: .utf8)
        try Self.stores.write(to: temporary.url.appending(path: "staff.yaml"), atomically: true, encoding: .utf8)
        storeFile = temporary.url.appending(path: "staff.yaml").path(percentEncoded: false)
    }

    @Test("stores that were not made yet are looked at as empty ones, and are not made")
    func absentStores() throws {
        let people = folder.appending(path: "people.sqlite").path
        let written = try StoreFile(path: storeFile)
        #expect(UncreatedStore.names(in: written, StoreFileArgument.storeTypes) == ["people", "companies"])
        let argument = try StoreFileArgument.parse([storeFile])
        for expected in [["people", "companies"], ["companies"]] as [Set<String>] {
            let absent = UncreatedStore.names(in: written, StoreFileArgument.storeTypes)
            #expect(absent == expected)
            // The second time people remembers the companies that are gone, as info looks at them.
            let container = try argument.open(written, absent: absent, missingStores: .accept)
            #expect(container.coordinator.stores.map(\.name) == ["people", "companies"])
            let context = container.newConfinedContext()
            #expect(try context.count(FetchRequest<ManagedObject>(entity: "Company")) == 0)
            try container.close()
            try Info.parse([storeFile]).run()
            try Info.parse([storeFile, "--format", "json"]).run()
            #expect(FileManager.default.fileExists(atPath: people) == (expected.count == 1))
            guard expected.count == 2 else { continue }
            // The second time only the companies are not there.
            try fill()
            for ending in ["", "-wal", "-shm", "-lock"] {
                // What is not there need not go.
                try? FileManager.default.removeItem(at: folder.appending(path: "companies.sqlite" + ending))
            }
        }
        let refused = Self.stores.replacing("url: people", with: "create: false\n    url: people")
        try refused.replacing("people.sqlite", with: "none.sqlite").write(
            to: folder.appending(path: "staff.yaml"), atomically: true, encoding: .utf8)
        #expect(throws: ConfigurationError.self) { try Info.parse([storeFile]).run() }
    }

    private func fill() throws {
        let coordinator = try StoreFile.makeCoordinator(path: storeFile, storeTypes: [.sqlite])
        let container = PersistentContainer(
            coordinator: coordinator, classes: EntityClasses(model: coordinator.model))
        let context = container.newConfinedContext()
        let acme = try context.insert(entity: "Company") { try $0.setValue(.string("Acme"), forKey: "name") }
        for (name, age) in [("Ada", Value.integer(36)), ("Bob", .missing)] {
            try context.insert(entity: "Person") {
                try $0.setValue(.string(name), forKey: "name")
                try $0.setValue(age, forKey: "age")
                try $0.setRelatedObject(name == "Ada" ? acme : nil, forKey: "employer")
            }
        }
        try context.save()
        try container.close()
    }

    @Test("columns follow key paths from store to store, and missing values stay missing")
    func columns() throws {
        try fill()
        let container = try StoreFileArgument.parse([storeFile]).open()
        let person = try #require(container.model.entity(named: "Person"))
        let columns = try ["name", "age", "employer.name", "employer.staff.@count"].map {
            try ObjectColumn($0, of: person)
        }
        let request = try RequestOptions.parse(["Person", "--sort", "name"]).request()
        let context = container.newConfinedContext()
        let rows = try withExtendedLifetime(context) {
            try context.fetch(request).map { object in try columns.map { try $0.value(of: object) } }
        }
        #expect(
            rows == [
                [.string("Ada"), .integer(36), .string("Acme"), .integer(1)],
                [.string("Bob"), .missing, .missing, .missing],
            ])
        #expect(columns.map(\.column.isNumber) == [false, true, false, true])
        #expect(throws: CoordinatorError.self) {
            try context.insert(entity: "Person")
        }
        try container.close()
    }

    @Test(
        "a column that leads nowhere is an error that names the nearest property",
        arguments: [
            ("nam", "error: unknown property of 'Person' 'nam' (did you mean 'name'?)"),
            ("employr.name", "error: unknown relationship of 'Person' 'employr' (did you mean 'employer'?)"),
            (
                "employer.staff",
                "error: column 'employer.staff': 'staff' leads to many objects; write 'employer.staff.@count'"
            ),
            ("employer.staff.name", "error: column 'employer.staff.name': 'staff' leads to many objects"),
            ("name.@count", "error: column 'name.@count': 'name' is no to-many relationship of 'Person'"),
        ])
    func wrongColumns(path: String, message: String) throws {
        let (_, model) = try StoreFile.check(path: storeFile, storeTypes: [.sqlite])
        let person = try #require(model.entity(named: "Person"))
        let error = #expect(throws: CommandError.self) { try ObjectColumn(path, of: person) }
        #expect(error?.description == message)
    }

    @Test("stores that do not exist are not created by a look")
    func missingStores() throws {
        let error = #expect(throws: ConfigurationError.self) { try StoreFileArgument.parse([storeFile]).open() }
        #expect(FailureReport(try #require(error)).status == .missingInput)
        #expect(!FileManager.default.fileExists(atPath: folder.appending(path: "people.sqlite").path))
    }
}
