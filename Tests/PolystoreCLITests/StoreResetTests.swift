import Foundation
import Polystore
import PolystoreLMDB
import PolystoreMemory
import PolystoreSQLite
import TestFolders
import Testing

@Suite("Resetting a store by command")
struct StoreResetTests {
    private let temporary: TemporaryFolder
    private var folder: URL { temporary.url }

    static let pairs = [("sqlite", "lmdb"), ("lmdb", "sqlite"), ("sqlite", "sqlite")]

    init() throws {
        temporary = try TemporaryFolder("resetting")
        try Data(StaffFolder.model.utf8).write(to: folder.appending(path: "staff.model.yaml"))
    }

    private func write(_ file: String, people: String, companies: String, at place: String = "companies.store") throws {
        let text = """
            polystore: 1
            model: staff.model.yaml
            stores:
              people: { type: \(people), url: people.store, entities: [Person] }
              companies: { type: \(companies), url: \(place), entities: [Company] }
            """
        try Data(text.utf8).write(to: folder.appending(path: file))
    }

    private func make(_ people: String, _ companies: String) throws {
        try write("staff.yaml", people: people, companies: companies)
        let container = try open()
        let context = container.newConfinedContext()
        let company = try context.insert(entity: "Company")
        try company.setValue(.string("Acme"), forKey: "name")
        let person = try context.insert(entity: "Person")
        try person.setValue(.string("Ada"), forKey: "name")
        try person.setRelatedObject(company, forKey: "employer")
        try context.save()
        try container.close()
    }

    private func open() throws -> PersistentContainer {
        try PersistentContainer(
            configuration: folder.appending(path: "staff.yaml").path, storeTypes: [.sqlite, .lmdb, .memory])
    }

    private func run(_ arguments: String...) throws -> CommandProcess { try CommandProcess(arguments, in: folder) }

    private func isThere(_ name: String) -> Bool {
        FileManager.default.fileExists(atPath: folder.appending(path: name).path)
    }

    @Test("nothing is removed while another store of the file cannot be told", arguments: pairs)
    func otherIsHeld(people: String, companies: String) throws {
        try make(people, companies)
        try write("people.yaml", people: people, companies: companies, at: "others.store")
        let holder = try StoreFile(path: folder.appending(path: "people.yaml").path)
            .makeCoordinator(storeTypes: [.sqlite, .lmdb, .memory], missingStores: .accept)
        let refused = try run("store", "reset", "staff.yaml", "companies", "--yes")
        #expect(refused.status == 69, "\(refused.errors)")
        #expect(refused.errors.contains("people"))
        try holder.close()
        let container = try open()
        #expect(try container.newConfinedContext().count(FetchRequest<ManagedObject>(entity: "Company")) == 1)
        try container.close()
        #expect(try run("store", "reset", "staff.yaml", "companies", "--yes").output == "companies: removed\n")
        try open().close()
    }

    @Test(
        "a reset that ended after the removal is refused by programs, and finished by another reset",
        arguments: pairs)
    func interrupted(people: String, companies: String) throws {
        try make(people, companies)
        // The step that comes first, alone.
        try FileManager.default.removeItem(at: folder.appending(path: "companies.store"))
        let error = #expect(throws: ConfigurationError.self) { try open().close() }
        #expect((error?.cause as? CoordinatorError)?.code == .lostStore)
        #expect(!isThere("companies.store"))
        let finished = try run("store", "reset", "staff.yaml", "companies", "--yes")
        #expect(finished.output == "companies: removed\n", "\(finished.errors)")
        #expect(
            try run("store", "reset", "staff.yaml", "companies", "--yes").output == "companies: nothing to remove\n")
        let container = try open()
        #expect(try container.newConfinedContext().count(FetchRequest<ManagedObject>(entity: "Company")) == 0)
        try container.close()
    }

    @Test(
        "a reset that ended between two files of the store leaves nothing that a new store would take",
        arguments: pairs)
    func halfRemoved(people: String, companies: String) throws {
        try make(people, companies)
        let file = folder.appending(path: "companies.store")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        for suffix in ["-wal", "-shm"] where companies == "sqlite" && !names.contains("companies.store\(suffix)") {
            try Data(repeating: 7, count: 40_000).write(to: URL(filePath: file.path + suffix))
        }
        try FileManager.default.removeItem(at: file)
        #expect(try run("store", "reset", "staff.yaml", "companies", "--yes").status == 0)
        #expect(!isThere("companies.store-wal") && !isThere("companies.store-shm"))
        try open().close()
    }

    @Test("stores that are damaged both are reset one after the other", arguments: pairs)
    func bothDamaged(people: String, companies: String) throws {
        try make(people, companies)
        for name in ["people.store", "companies.store"] {
            let file = folder.appending(path: name)
            var bytes = try Data(contentsOf: file)
            bytes.replaceSubrange(100..<8192, with: Data(count: 8092))
            try bytes.write(to: file)
        }
        for name in ["companies", "people"] {
            let result = try run("store", "reset", "staff.yaml", name, "--yes")
            #expect(result.output == "\(name): removed\n", "\(result.errors)")
        }
        try open().close()
    }
}
