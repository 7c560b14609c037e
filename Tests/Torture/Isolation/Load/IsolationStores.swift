import ConformanceBackends
import Foundation
import Polystore
import PolystoreConformance

/// Cells with two values each, and marks, divided over the stores of a combination: one fetch reads of all of them.
struct IsolationStores: Sendable {
    static let factories = Backends.alone + Backends.combined

    let factory: ConformanceFactory

    /// How many cells a history has: the last two are registers.
    let cellCount = 8
    /// How many cells can lie in one history's place.
    static let stride = 16

    init(backends: String) throws {
        guard let factory = Self.factories.first(where: { $0.name == backends }) else {
            throw Violation("no backends \(backends)")
        }
        self.factory = factory
    }

    /// How many stores there are.
    var count: Int { factory.types.count }

    func isRegister(_ cell: Int) -> Bool { cell >= cellCount - 2 }

    func open(_ folder: URL) throws -> PersistentContainer {
        let stores = factory.types.enumerated().map { index, type in
            var description = PersistentStoreDescription(
                name: "part\(index)", type: type,
                url: type.hasURL ? folder.appendingPathComponent("part\(index)") : nil)
            description.options = factory.options
            return description
        }
        let homes = (0..<count).map { PartitionRule.Home(.integer(Int64($0)), store: "part\($0)") }
        var names: Set<String> = []
        return try PersistentContainer(
            model: try ManagedObjectModel(Self.model), stores: stores,
            partitions: ["Cell", "Mark"].map { PartitionRule(entity: $0, attribute: "region", homes: homes) },
            storeTypes: factory.types.filter { names.insert($0.name).inserted })
    }

    private static let model: ModelDescription = {
        var model = ModelDescription(name: "isolation")
        var cell = EntityDescription(name: "Cell")
        cell.attributes = [
            attribute("region", .integer64), attribute("history", .integer64), attribute("number", .integer64),
            attribute("text", .string), attribute("data", .binary),
        ]
        var mark = EntityDescription(name: "Mark")
        mark.attributes = [
            attribute("region", .integer64), attribute("cell", .integer64), attribute("number", .integer64),
        ]
        cell.indexes = ["history", "number"].map { FetchIndexDescription(name: $0, elements: [.init(property: $0)]) }
        mark.indexes = [FetchIndexDescription(name: "cell", elements: [.init(property: "cell")])]
        model.entities = [cell, mark]
        return model
    }()

    private static func attribute(_ name: String, _ type: AttributeType) -> AttributeDescription {
        var attribute = AttributeDescription(name: name, type: type)
        attribute.isOptional = !["region", "number"].contains(name)
        return attribute
    }
}
