import Foundation
import Polystore
import PolystoreMemory
import PolystoreModel
import PolystoreStorage
import Testing

@Suite("Containers of store files")
struct StoreFileContainerTests {
    final class Region: ManagedObject, Entity {
        static let name = Attribute<String>("name")
        static let orders = ToMany<Order>("orders", inverse: \.region)
        static let entity = EntityDescription(Region.self, name, orders)
    }

    final class Order: ManagedObject, Entity {
        static let code = Attribute<String>("code"), number = Attribute<Int>("number")
        static let region = ToOne<Region>("region")
        static let entity = EntityDescription(Order.self, code, number, region)
    }

    private static let stores = """
        polystore: 1
        stores:
          places: { type: memory, entities: [Region] }
          eu: { type: memory, entities: [Order] }
          rest: { type: memory, entities: [Order] }
        partitions:
          Order:
            by: code
            homes: { eu: eu }
            otherwise: rest
        """

    private func file(_ text: String, _ name: String = "stores.yaml") throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appending(path: "polystore-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let url = folder.appending(path: name)
        try Data(text.utf8).write(to: url)
        return url
    }

    @Test("objects go to the stores that the file names, by the values that its rule names")
    func routed() async throws {
        let url = try file(Self.stores)
        defer { try? FileManager.default.removeItem(at: url.deletingLastPathComponent()) }
        let container = try PersistentContainer(
            model: [Region.self, Order.self], configuration: url.path, storeTypes: [.memory])
        #expect(container.coordinator.stores.map(\.name) == ["places", "eu", "rest"])
        let homes = try await container.performBackgroundTask { context in
            let region = try context.insert(Region.self) { $0.name = "north" }
            let orders = try ["eu", "us", "eu"].enumerated().map { number, code in
                try context.insert(Order.self) { ($0.code, $0.number, $0.region) = (code, number, region) }
            }
            try context.save()
            return (orders.map { container.store(of: $0).name }, container.store(of: region).name)
        }
        #expect(homes.0 == ["eu", "rest", "eu"])
        #expect(homes.1 == "places")
    }

    @Test("the model may come from the store file")
    func modelOfTheFile() throws {
        let url = try file("polystore: 1\nmodel: m.yaml\nstores:\n  a: { type: memory, entities: [Person] }\n")
        let folder = url.deletingLastPathComponent()
        defer { try? FileManager.default.removeItem(at: folder) }
        let model = "polystoreModel: 1\nmodel: M\nentities:\n  Person: { attributes: { name: string } }\n"
        try Data(model.utf8).write(to: folder.appending(path: "m.yaml"))
        let container = try PersistentContainer(configuration: url.path, storeTypes: [.memory])
        #expect(container.model.entities.map(\.name) == ["Person"])
        #expect(container.coordinator.stores.map(\.name) == ["a"])
    }

    @Test("a bad file opens nothing")
    func bad() throws {
        let url = try file(Self.stores.replacing("places:", with: "places: { typ: memory }\n  other:"))
        defer { try? FileManager.default.removeItem(at: url.deletingLastPathComponent()) }
        let error = try #require(throws: ConfigurationError.self) {
            try PersistentContainer(model: [Region.self, Order.self], configuration: url.path, storeTypes: [.memory])
        }
        #expect(error.problems.map(\.code) == [.invalidValue, .invalidValue, .unknownKey])
        #expect(error.problems.allSatisfy { $0.details[.line] == "3" })
    }
}
