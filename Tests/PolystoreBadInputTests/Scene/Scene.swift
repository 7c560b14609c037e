import Foundation
import Polystore
import PolystoreMemory
import PolystoreSQLite

/// A small graph in three files, saved, closed and known: what every bad input is tried beside.
///
/// Every text of the graph holds the word `classified`, so that a message that shows a value is found out.
final class Scene {
    static let classes: [any Entity.Type] = [Being.self, Person.self, Company.self, Document.self, Order.self]
    static let storeTypes: [StoreType] = [.sqlite, .memory]
    static let partition = PartitionRule(entity: "Order", attribute: "region", homes: ["eu": "eu", "us": "us"])

    let folder: URL
    /// The graph and the findings of its check, as they were saved.
    private(set) var saved = GraphDump()
    private var containers: [PersistentContainer] = []
    private var contexts: [ManagedObjectContext] = []

    /// Makes the graph and its files, in a folder of its own unless told otherwise.
    init(in place: URL? = nil) throws {
        let temporary = FileManager.default.temporaryDirectory
        folder = place ?? temporary.appendingPathComponent("polystore-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let context = try self.context()
        let acme = try context.insert(Company.self) { $0.name = "classified Acme" }
        let globex = try context.insert(Company.self) { $0.name = "classified Globex" }
        for (name, age, employer) in [("Ada", 36, acme), ("Bob", 28, acme), ("Cleo", 51, globex)] {
            let person = try context.insert(Person.self) { person in
                person.name = "classified \(name)"
                (person.age, person.score) = (Int16(age), 1.5)
                (person.wage, person.employer) = (Decimal(age) / 4, employer)
            }
            try context.insert(Order.self) { order in
                (order.region, order.number, order.buyer) = (age < 30 ? "us" : "eu", age, person)
            }
        }
        try context.insert(Document.self) { document in
            document.title = "classified film"
            document.film = Data((0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        }
        try context.insert(Document.self) { document in
            document.title = "classified scan"
            document.scan = Data((0..<10_000).map { UInt8(truncatingIfNeeded: $0 &* 17) })
        }
        try context.save()
        close()
        saved = try content()
    }

    deinit {
        close()
        try? FileManager.default.removeItem(at: folder)  // the folder is in a temporary place
    }

    /// The database of a store.
    func file(_ store: String = "catalogue") -> URL { folder.appendingPathComponent("\(store).sqlite") }

    /// The stores as they were saved.
    func stores() -> [PersistentStoreDescription] {
        [
            store("catalogue", ["Being", "Company", "Document"]), store("eu", ["Order"]), store("us", ["Order"]),
        ]
    }

    private func store(_ name: String, _ entities: [String]) -> PersistentStoreDescription {
        var description = PersistentStoreDescription(name: name, type: "sqlite", url: file(name))
        description.entities = entities
        description.lockTimeout = .milliseconds(300)
        return description
    }

    /// Opens stores; by default those of the graph, the catalogue changed by a closure.
    @discardableResult
    func open(
        _ stores: [PersistentStoreDescription]? = nil, partitions: [PartitionRule] = [Scene.partition],
        missingStores: MissingStorePolicy = .refuse,
        _ change: (inout PersistentStoreDescription) -> Void = { _ in }
    ) throws -> PersistentContainer {
        var stores = stores ?? self.stores()
        change(&stores[0])
        let container = try PersistentContainer(
            model: Scene.classes, stores: stores, partitions: partitions, storeTypes: Scene.storeTypes,
            missingStores: missingStores)
        containers.append(container)
        return container
    }

    /// Opens the stores of the graph, the catalogue from another file.
    @discardableResult
    func open(catalogue: URL) throws -> PersistentContainer { try open { $0.url = catalogue } }

    /// Opens the stores of the graph, a new catalogue in the place of the one that the others remember.
    @discardableResult
    func open(newCatalogue: URL) throws -> PersistentContainer {
        try open(missingStores: .accept) { $0.url = newCatalogue }
    }

    /// A context that lives as long as the scene; of the graph's stores unless told otherwise.
    func context(_ container: PersistentContainer? = nil) throws -> ManagedObjectContext {
        let context = try (container ?? containers.last ?? open()).newConfinedContext()
        contexts.append(context)
        return context
    }

    /// Closes everything that is open.
    func close() {
        contexts = []
        for container in containers { try? container.close() }  // a bad input may have left a store in any state
        containers = []
    }

    /// The graph and the findings of its check, as they are in the files now.
    func content() throws -> GraphDump {
        close()
        let container = try open()
        defer { close() }
        return try GraphDump(container)
    }

    /// The person of a name.
    func person(_ name: String, _ context: ManagedObjectContext) throws -> Person {
        try require(
            context.first(FetchRequest(Person.self).where(Being.name == "classified \(name)")), "there is no \(name)")
    }

    /// The company of a name.
    func company(_ name: String, _ context: ManagedObjectContext) throws -> Company {
        try require(
            context.first(FetchRequest(Company.self).where(Company.name == "classified \(name)")), "there is no \(name)"
        )
    }

    private func require<Found>(_ found: Found?, _ sentence: String) throws -> Found {
        guard let found else { throw Unexpected(sentence) }
        return found
    }
}
