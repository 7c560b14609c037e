import Foundation
import Polystore
import PolystoreLMDB
import PolystoreMemory
import PolystoreSQLite
import SwiftWorkload

/// Which store keeps which entity: `sqlite`, `lmdb` and `memory` keep both, `sqlite+lmdb` keeps persons in SQLite and
/// companies in LMDB, and `sqlite+sqlite` in two files.
struct StoreLayout {
    let variant: String
    let directory: URL

    /// Whether the objects end with the process.
    var isVolatile: Bool { variant.contains("memory") }
    var usesSQLite: Bool { variant.contains("sqlite") }

    /// How large LMDB's map may become, where the environment says so: valgrind has no room for the default.
    private static let mapLimit = ProcessInfo.processInfo.environment["BENCHMARK_MAP_SIZE"].flatMap { Int($0) }

    /// Opens the stores; those that are not there are made.
    ///
    /// - Parameters:
    ///   - model: The classes.
    ///   - apart: The entities that two stores keep, one each.
    ///   - durability: What saves survive.
    /// - Returns: The container of the stores.
    /// - Throws: What opening throws.
    func open(
        model: [any Entity.Type] = [Company.self, Person.self], apart: [String] = ["Person", "Company"],
        durability: Durability = .full
    ) throws -> PersistentContainer {
        let types = variant.split(separator: "+").map(String.init)
        var stores: [PersistentStoreDescription] = []
        for (type, entity) in types.count == 1 ? [(types[0], nil)] : Array(zip(types, apart)) {
            let url = type == "memory" ? nil : directory.appendingPathComponent("\(entity ?? "all").\(type)")
            var store = PersistentStoreDescription(name: entity ?? "all", type: type, url: url)
            store.entities = entity.map { [$0] }
            store.durability = durability
            if type == "lmdb", let limit = Self.mapLimit { store.options.values["mapSize"] = .size(limit) }
            stores.append(store)
        }
        return try PersistentContainer(
            model: model, stores: stores, storeTypes: [.sqlite, .lmdb, .memory])
    }
}
