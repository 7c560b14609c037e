import Foundation
import Polystore
import PolystoreSQLite

@testable import PolystoreCLI

/// A folder with a store file, its model, and stores with a company and some people, for commands to look into.
struct StaffFolder {
    let url: URL

    static let model = """
        polystoreModel: 1
        model: Staff
        entities:
          Company:
            attributes: { name: string }
            relationships:
              staff: { toMany: Person, inverse: employer }
          Person:
            attributes: { name: string, age: integer64? }
            relationships:
              employer: { to: Company }
        """

    /// The stores, without a model.
    static let stores = """
        polystore: 1
        stores:
          companies: { type: sqlite, url: companies.sqlite, entities: [Company] }
          people: { type: sqlite, url: people.sqlite, entities: [Person] }

        """

    /// Makes the folder with people of the names, aged 30, 31 and so on.
    init(_ names: [String]) throws {
        url = FileManager.default.temporaryDirectory.appending(path: "staff-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        try write(Self.model, "staff.model.yaml")
        try write(Self.stores, "plain.yaml")
        try write(Self.stores + "model: staff.model.yaml\n", "staff.yaml")
        let container = try open()
        let context = container.newConfinedContext()
        let company = try context.insert(entity: "Company")
        try company.setValue(.string("Acme"), forKey: "name")
        for (index, name) in names.enumerated() {
            let person = try context.insert(entity: "Person")
            try person.setValue(.string(name), forKey: "name")
            try person.setValue(.integer(Int64(30 + index)), forKey: "age")
            try person.setRelatedObject(company, forKey: "employer")
        }
        try context.save()
        try container.close()
    }

    /// Opens the stores for writing.
    func open() throws -> PersistentContainer {
        try PersistentContainer(configuration: url.appending(path: "staff.yaml").path, storeTypes: [.sqlite])
    }

    func write(_ text: String, _ name: String) throws {
        try Data(text.utf8).write(to: url.appending(path: name))
    }

    func run(_ arguments: String...) throws -> CommandProcess { try run(arguments) }

    func run(_ arguments: [String]) throws -> CommandProcess { try CommandProcess(arguments, in: url) }

    func remove() throws { try FileManager.default.removeItem(at: url) }
}
