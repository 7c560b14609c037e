import Foundation
import PolystoreCore
import PolystoreStorage

/// The place of one case: a folder, the stores in it, and contexts on them; all of it goes with the case.
final class ConformanceFixture {
    let factory: ConformanceFactory
    let folder: URL
    private var containers: [PersistentContainer] = []
    private var contexts: [ManagedObjectContext] = []

    init(_ factory: ConformanceFactory) throws {
        self.factory = factory
        folder = try TemporaryFolder.make()
    }

    /// The type of the first store.
    var type: StoreType { factory.types[0] }

    /// Whether what is in the stores outlives their closing.
    var isDurable: Bool { factory.types.allSatisfy(\.capabilities.isDurable) }

    /// Whether the store at a place is volatile.
    func isVolatile(_ position: Int) -> Bool { !factory.types[position % factory.types.count].capabilities.isDurable }

    /// The description of a store in the bench's folder.
    func description(
        _ name: String = "main", at position: Int = 0, entities: [String]? = nil
    ) -> PersistentStoreDescription {
        description(name, at: position, entities: entities, in: folder)
    }

    private func description(
        _ name: String, at position: Int, entities: [String]?, in folder: URL
    ) -> PersistentStoreDescription {
        let type = factory.types[position % factory.types.count]
        let url = type.hasURL ? folder.appendingPathComponent("\(name).store") : nil
        var description = PersistentStoreDescription(name: name, type: type, url: url)
        description.entities = entities
        description.options = factory.options
        return description
    }

    /// Opens the stores for a model: one for everything, or one for each group of entities.
    func open(_ model: ModelDescription, split groups: [[String]]? = nil) throws -> PersistentContainer {
        try open(model, split: groups, in: folder)
    }

    /// Opens the stores that lie in a folder.
    func open(
        _ model: ModelDescription, split groups: [[String]]?, in folder: URL
    ) throws -> PersistentContainer {
        let stores =
            groups.map { groups in
                groups.indices.map { index in
                    description("store\(index)", at: index, entities: groups[index], in: folder)
                }
            } ?? [description("main", at: 0, entities: nil, in: folder)]
        return try open(model, stores)
    }

    /// Opens described stores for a model, with classes for some of its entities.
    func open(
        _ model: ModelDescription, _ stores: [PersistentStoreDescription], partitions: [PartitionRule] = [],
        classes: [any Entity.Type] = []
    ) throws -> PersistentContainer {
        let model = try ManagedObjectModel(model)
        let container = try PersistentContainer(
            model: model, classes: EntityClasses(model: model, classes: classes), stores: stores,
            partitions: partitions,
            storeTypes: factory.storeTypes)
        containers.append(container)
        return container
    }

    /// Closes a container and opens its stores again.
    func reopen(
        _ container: PersistentContainer, _ model: ModelDescription, split groups: [[String]]? = nil
    ) throws -> PersistentContainer {
        try container.close()
        return try open(model, split: groups)
    }

    /// A container that many cases read: made and filled by the first of them, in a folder that goes with the process.
    func shared(
        _ name: String, _ model: ModelDescription, _ fill: (ManagedObjectContext) throws -> Void
    ) throws -> PersistentContainer {
        try factory.record.shared.container(name) {
            let container = try open(model, split: nil, in: try TemporaryFolder.makeForProcess())
            containers.removeLast()
            let context = container.newConfinedContext()
            try fill(context)
            try context.save()
            return container
        }
    }

    /// A new context, kept until the case ends.
    func context(_ container: PersistentContainer) -> ManagedObjectContext {
        let context = container.newConfinedContext()
        contexts.append(context)
        return context
    }

    /// Closes everything and removes the folder.
    func close() {
        contexts = []
        for container in containers {
            // A case that failed may have left a store in any state, and a case may have closed it itself.
            try? container.close()
        }
        containers = []
        // A folder that cannot be removed now is left to the operating system.
        try? FileManager.default.removeItem(at: folder)
    }
}

extension ConformanceFactory {
    /// The types without doubles.
    var storeTypes: [StoreType] {
        var names: Set<String> = []
        return types.filter { names.insert($0.name).inserted }
    }
}
