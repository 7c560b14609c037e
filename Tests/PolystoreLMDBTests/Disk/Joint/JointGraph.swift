import Foundation
import Polystore
import PolystoreLMDB
import PolystoreMemory
import PolystoreSQLite

/// The classes of `Graph` in two stores or three, of any types: people, companies, and tags in the last one.
struct JointGraph: CustomStringConvertible {
    let types: [StoreType]

    init(_ types: StoreType...) { self.types = types }

    /// The graph of types by name, as another process is told them.
    init(names: [String]) { types = names.compactMap { name in [.sqlite, .lmdb, .memory].first { $0.name == name } } }

    var description: String { types.map(\.name).joined(separator: ", ") }

    /// The stores' descriptions, with files in a folder.
    func descriptions(in folder: URL) -> [PersistentStoreDescription] {
        types.enumerated().map { index, type in
            let url = type.capabilities.isDurable ? folder.appendingPathComponent("store\(index)") : nil
            var description = PersistentStoreDescription(name: "store\(index)", type: type, url: url)
            let last = types.count - 1
            var entities: [String] = []
            if index == 0 { entities.append("Person") }
            if index == 1 { entities.append("Company") }
            if index == last { entities.append("Tag") }
            description.entities = entities
            return description
        }
    }

    func open(in folder: URL, access: StoreOpening.Access = .readWrite) throws -> PersistentContainer {
        var stores = descriptions(in: folder)
        for index in stores.indices { stores[index].access = access }
        return try PersistentContainer(model: Graph.classes, stores: stores, storeTypes: [.lmdb, .sqlite, .memory])
    }

    /// Inserts one object in each store, of a name.
    static func insert(_ name: String, _ context: ManagedObjectContext, photo: Data? = nil) throws {
        try context.insert(Person.self) { ($0.name, $0.photo) = (name, photo) }
        try context.insert(Company.self) { $0.name = name }
        try context.insert(Tag.self) { $0.label = name }
    }

    /// The names in each store, in order.
    static func names(_ container: PersistentContainer) throws -> [[String]] {
        let context = container.newConfinedContext()
        return [
            try context.fetch(FetchRequest(Person.self).sorted(by: Person.name)).map(\.name),
            try context.fetch(FetchRequest(Company.self).sorted(by: Company.name)).map(\.name),
            try context.fetch(FetchRequest(Tag.self).sorted(by: Tag.label)).map(\.label),
        ]
    }
}
