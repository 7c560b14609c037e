import Foundation
import Polystore
import PolystoreLMDB
import PolystoreMemory
import PolystoreSQLite
import Testing

@Suite("A store file that loses a store")
struct LostStoreTests {
    private static let model = """
        polystoreModel: 1
        model: Staff
        entities:
          Company:
            attributes: { name: string }
            relationships:
              staff: { toMany: Person, inverse: employer }
          Person:
            attributes: { name: string }
            relationships:
              employer: { to: Company }
          Note:
            attributes: { text: string }
        """

    private static let pairs = [("sqlite", "lmdb"), ("lmdb", "sqlite"), ("lmdb", "lmdb"), ("sqlite", "sqlite")]

    /// A folder in which a person in one store refers to a company in the other.
    private final class Scene {
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "lost-\(UUID().uuidString)", directoryHint: .isDirectory)

        init(_ people: String, _ companies: String) throws {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try Data(LostStoreTests.model.utf8).write(to: folder.appending(path: "staff.model.yaml"))
            let coordinator = try open("people: \(people) p [Person, Note]", "companies: \(companies) c [Company]")
            let container = PersistentContainer(
                coordinator: coordinator, classes: EntityClasses(model: coordinator.model))
            let context = container.newConfinedContext()
            let company = try context.insert(entity: "Company")
            try company.setValue(.string("Acme"), forKey: "name")
            let person = try context.insert(entity: "Person")
            try person.setValue(.string("Ada"), forKey: "name")
            try person.setRelatedObject(company, forKey: "employer")
            try context.save()
            try container.close()
        }

        deinit { try? FileManager.default.removeItem(at: folder) }  // the test's own failure counts

        /// Opens stores, each given as `name: type file [entities]`.
        @discardableResult
        func open(
            _ stores: String..., missing: MissingStorePolicy = .refuse
        ) throws -> PersistentStoreCoordinator {
            var text = "polystore: 1\nmodel: staff.model.yaml\nstores:\n"
            for store in stores {
                let parts = store.split(separator: " ", maxSplits: 3).map(String.init)
                text += "  \(parts[0])\n    type: \(parts[1])\n"
                if parts[2] != "-" { text += "    url: \(parts[2])\n" }
                text += "    entities: \(parts[3])\n"
            }
            return try StoreFile(text: text, name: "staff.yaml", folder: folder)
                .makeCoordinator(storeTypes: [.sqlite, .lmdb, .memory], missingStores: missing)
        }

        /// The code and the words of what an opening is refused with.
        func refusal(_ stores: String...) -> (code: CoordinatorError.Code?, text: String) {
            let text = stores.joined(separator: "\n")
            do {
                switch stores.count {
                case 1: try open(stores[0]).close()
                case 2: try open(stores[0], stores[1]).close()
                default: try open(stores[0], stores[1], stores[2]).close()
                }
                return (nil, "opened \(text)")
            } catch {
                let located = error as? ConfigurationError
                return ((located?.cause as? CoordinatorError)?.code, "\(error)")
            }
        }

        func has(_ file: String) -> Bool {
            FileManager.default.fileExists(atPath: folder.appending(path: file).path)
        }
    }

    @Test("another type or url under the same name is refused, and makes no file", arguments: pairs)
    func otherPlace(people: String, companies: String) throws {
        let scene = try Scene(people, companies)
        for other in ["sqlite", "lmdb"] {
            let found = scene.refusal("people: \(people) p [Person, Note]", "companies: \(other) new [Company]")
            #expect(found.code == .lostStore, "\(found.text)")
            for part in ["'companies'", scene.folder.appending(path: "p").path, "UUID", "Company", "store forget"] {
                #expect(found.text.contains(part), "\(part) in \(found.text)")
            }
            #expect(!scene.has("new"))
        }
        try scene.open("people: \(people) p [Person, Note]", "companies: \(companies) c [Company]").close()
    }

    @Test("a store that was only renamed, with the rest unchanged, is taken", arguments: pairs)
    func renamed(people: String, companies: String) throws {
        let scene = try Scene(people, companies)
        for name in ["firms", "companies"] {
            try scene.open("persons: \(people) p [Person, Note]", "\(name): \(companies) c [Company]").close()
        }
    }

    @Test("a store that was left out, moved away, or whose entity moved to another one is refused", arguments: pairs)
    func leftOut(people: String, companies: String) throws {
        let scene = try Scene(people, companies)
        #expect(scene.refusal("people: \(people) p [Person, Note, Company]").code == .lostStore)
        #expect(scene.refusal("people: \(people) p [Person, Note]", "companies: memory - [Company]").code != nil)
        let moved = scene.refusal("people: \(people) p [Person, Note, Company]", "companies: \(companies) c []")
        #expect(moved.code != nil || moved.text.contains("lists no entity"), "\(moved.text)")
        let file = scene.folder.appending(path: "c")
        try FileManager.default.moveItem(at: file, to: scene.folder.appending(path: "away"))
        let gone = scene.refusal("people: \(people) p [Person, Note]", "companies: \(companies) c [Company]")
        #expect(gone.code == .lostStore, "\(gone.text)")
        #expect(!scene.has("c"))
    }

    @Test("a store that nothing refers to is missed as the home of its entity", arguments: pairs)
    func withoutReferences(people: String, companies: String) throws {
        let scene = try Scene(people, companies)
        // The person's store is referred to by none.
        let found = scene.refusal("people: \(people) other [Person, Note]", "companies: \(companies) c [Company]")
        #expect(found.code == .formerHomeMissing, "\(found.text)")
        #expect(found.text.contains("'people'"), "\(found.text)")
    }

    @Test("an added store, and a store in memory that is another one each time, are no loss", arguments: pairs)
    func added(people: String, companies: String) throws {
        let scene = try Scene(people, companies)
        for _ in 0..<2 {
            try scene.open(
                "people: \(people) p [Person]", "companies: \(companies) c [Company]", "notes: memory - [Note]",
                missing: .accept
            ).close()
        }
        let first = scene.refusal(
            "people: \(people) p [Person]", "companies: \(companies) c [Company]", "notes: memory - [Note]")
        #expect(first.code == nil, "\(first.text)")
    }

    @Test("a lost store is forgotten by its former name, too", arguments: pairs)
    func forgottenByName(people: String, companies: String) throws {
        let scene = try Scene(people, companies)
        let stores = ("people: \(people) p [Person, Note]", "companies: \(companies) new [Company]")
        #expect(scene.refusal(stores.0, stores.1).code == .lostStore)
        let open = try scene.open(stores.0, stores.1, missing: .accept)
        #expect(try open.forgetStores(["companies"]) == ["people"])
        #expect(try open.missingStores.isEmpty)
        try open.close()
        try scene.open(stores.0, stores.1).close()
    }

    @Test(
        "a store that is forgotten is missed no more, and its references lead somewhere when it is back",
        arguments: pairs)
    func forgotten(people: String, companies: String) throws {
        let scene = try Scene(people, companies)
        let stores = ("people: \(people) p [Person, Note]", "companies: \(companies) new [Company]")
        let open = try scene.open(stores.0, stores.1, missing: .accept)
        let missing = try #require(try open.missingStores["people"])
        #expect(missing.count == 1)
        #expect(try open.forgetStores([UUID().uuidString, "nothing"]).isEmpty)
        #expect(try open.forgetStores(missing.map(\.uuidString)) == ["people"])
        #expect(try open.missingStores.isEmpty)
        try open.close()
        try scene.open(stores.0, stores.1).close()
        let back = try scene.open(stores.0, "companies: \(companies) c [Company]", missing: .accept)
        let container = PersistentContainer(coordinator: back, classes: EntityClasses(model: back.model))
        let request = FetchRequest<ManagedObject>(entity: "Person").where(
            try FetchPredicate(format: "employer.name == 'Acme'"))
        #expect(try container.newConfinedContext().count(request) == 1)
        try container.close()
        #expect(scene.has("c"))
    }
}
