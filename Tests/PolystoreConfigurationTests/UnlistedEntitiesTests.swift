import Foundation
import Polystore
import PolystoreMemory
import Testing

@Suite("entities: all")
struct UnlistedEntitiesTests {
    private static let model = """
        polystoreModel: 1
        model: Zoo
        entities:
          Animal:
            attributes: { name: string }
          Bird:
            parent: Animal
          Parrot:
            parent: Bird
          Keeper:
            attributes: { name: string }
        configurations:
          Staff: [Keeper]
        """

    private func model() throws -> ManagedObjectModel {
        try ManagedObjectModel(ModelFile.read(text: Self.model, file: "zoo.model.yaml"))
    }

    private func file(_ stores: [(name: String, serves: String)]) throws -> StoreFile {
        var text = "polystore: 1\nstores:\n"
        for (name, serves) in stores { text += "  \(name):\n    type: memory\n    \(serves)\n" }
        return try StoreFile(text: text, name: "zoo.yaml", folder: FileManager.default.temporaryDirectory)
    }

    /// The entities of each store, as `name: entities`.
    private func homes(_ stores: [(name: String, serves: String)]) throws -> [String] {
        let coordinator = try file(stores).makeCoordinator(model: try model(), storeTypes: [.memory])
        defer { try? coordinator.close() }  // what is in memory closes always
        return coordinator.stores.map { "\($0.name): \($0.entities.map(\.name).sorted().joined(separator: " "))" }
    }

    @Test("is every entity for a store that is alone")
    func alone() throws {
        #expect(try homes([("rest", "entities: all")]) == ["rest: Animal Bird Keeper Parrot"])
    }

    @Test("is what no other store lists, wherever the store stands in the file, subentities with their parent")
    func unlisted() throws {
        #expect(
            try homes([("rest", "entities: all"), ("birds", "entities: [Bird]")])
                == ["rest: Animal Keeper", "birds: Bird Parrot"])
        #expect(
            try homes([("animals", "entities: [Animal]"), ("rest", "entities: all")])
                == ["animals: Animal Bird Parrot", "rest: Keeper"])
        #expect(
            try homes([("staff", "configuration: Staff"), ("rest", "entities: all"), ("parrots", "entities: [Parrot]")])
                == ["staff: Keeper", "rest: Animal Bird", "parrots: Parrot"])
        #expect(
            try homes([("rest", "entities: all"), ("others", "entities: [Animal, Keeper]")])
                == ["rest: ", "others: Animal Bird Keeper Parrot"])
    }

    @Test("of two stores is an error at the second, and beside configuration an error as well")
    func refused() throws {
        let two = try file([("one", "entities: all"), ("two", "entities: all")])
        let model = try model()
        let error = #expect(throws: ConfigurationError.self) {
            try two.makeCoordinator(model: model, storeTypes: [.memory])
        }
        #expect(
            error?.description
                == "zoo.yaml:8:15: error: store 'two' cannot serve all entities that are not listed: store 'one' (line 3) does"
        )
        let both = #expect(throws: ConfigurationError.self) {
            _ = try file([("one", "entities: all\n    configuration: Staff")])
        }
        #expect(both?.description.contains("has both 'configuration' and 'entities'") ?? false)
        var descriptions = ["one", "two"].map { PersistentStoreDescription(name: $0, type: "memory") }
        for index in descriptions.indices { descriptions[index].servesUnlistedEntities = true }
        let coordinator = PersistentStoreCoordinator(model: model, storeTypes: [.memory])
        let refused = #expect(throws: CoordinatorError.self) { try coordinator.addStores(descriptions) }
        #expect(refused?.code == .invalidDescription)
        #expect(refused?.details[.store] == "two")
        descriptions[0].entities = ["Keeper"]
        #expect(throws: CoordinatorError.self) { try coordinator.addStores([descriptions[0]]) }
    }

    @Test("in a list is an entity of that name")
    func name() throws {
        let file = try file([("one", "entities: [all]")])
        #expect(file.stores[0].entities == ["all"])
        #expect(!file.stores[0].servesUnlistedEntities)
    }
}
