import Foundation
import PolystoreCore
import PolystoreReferenceStore
import PolystoreStorage

/// Makes the stores that questions are asked of, all in one folder that goes with the value's user.
struct GraphStores {
    let shape: GraphShape
    let folder: URL

    /// Stores of a factory, which the graph is laid over.
    func tested(_ factory: ConformanceFactory) throws -> PersistentContainer {
        let name = UUID().uuidString
        let groups = shape.groups(factory.types)
        let stores = factory.types.enumerated().map { index, type in
            let url = type.hasURL ? folder.appendingPathComponent("\(name)-\(index).store") : nil
            var description = PersistentStoreDescription(name: "store\(index)", type: type, url: url)
            description.entities = groups[index]
            // A question is over when the machine goes down.
            description.durability = .losesLastSavesOnPowerCut
            description.options = factory.options
            return description
        }
        let homes = factory.types.indices.map { PartitionRule.Home(.integer(Int64($0)), store: "store\($0)") }
        let rules = [PartitionRule(entity: "Item", attribute: "region", homes: homes)]
        return try PersistentContainer(
            model: try ManagedObjectModel(shape.model), stores: stores,
            partitions: shape.layout == .byRegion ? rules : [], storeTypes: factory.storeTypes)
    }

    /// One store of plain dictionaries, which evaluates every question row by row.
    func plain() throws -> PersistentContainer {
        let type = StoreType.reference("plain", planning: .exact)
        return try PersistentContainer(
            model: try ManagedObjectModel(shape.model),
            stores: [PersistentStoreDescription(name: "plain", type: type)], storeTypes: [type])
    }
}
