import Foundation
import PolystoreStorage

extension StoreFile {
    /// The same stores, for looking only: a store that lies somewhere is opened read only and never created.
    ///
    /// Of partition rules only what leads to stores in memory is left, because they say where new objects go.
    public var readingOnly: StoreFile { readingOnly(creating: []) }

    /// The same stores, for looking only, some of which may be made: by a store type that makes them in memory.
    ///
    /// Of partition rules only what leads to stores in memory is left, because they say where new objects go.
    package func readingOnly(creating names: Set<String>) -> StoreFile {
        let stores = stores.map { store in
            guard store.url != nil else { return store }
            return Store(
                name: store.name, type: store.type, url: store.url, configuration: store.configuration,
                entities: store.entities, servesUnlistedEntities: store.servesUnlistedEntities, access: .readOnly,
                creates: names.contains(store.name),
                durability: store.durability,
                lockTimeout: store.lockTimeout, options: store.options)
        }
        return StoreFile(
            model: model, relocation: relocation, commitLog: commitLog, stores: stores,
            partitions: partitionsInMemory, source: source)
    }

    /// The same stores under other names in their folders, each with an ending.
    package func beside(_ ending: String) -> StoreFile {
        let stores = stores.map { store in
            guard let url = store.url else { return store }
            return Store(
                name: store.name, type: store.type, url: url.appendingPathExtension(ending),
                configuration: store.configuration, entities: store.entities,
                servesUnlistedEntities: store.servesUnlistedEntities, access: store.access, creates: store.creates,
                durability: store.durability, lockTimeout: store.lockTimeout, options: store.options)
        }
        return StoreFile(
            model: model, relocation: relocation, commitLog: nil, stores: stores, partitions: partitions, source: source
        )
    }

    /// The same stores for a program that passes a model.
    package var withoutModel: StoreFile {
        StoreFile(
            model: nil, relocation: relocation, commitLog: commitLog, stores: stores, partitions: partitions,
            source: source)
    }

    /// The rules between stores that stay writable, of which an entity may have several.
    private var partitionsInMemory: [Partition] {
        let inMemory = Set(stores.filter { $0.url == nil }.map(\.name))
        return partitions.compactMap { partition in
            let homes = partition.homes.filter { inMemory.contains($0.store) }
            let otherwise = partition.otherwise.flatMap { inMemory.contains($0) ? $0 : nil }
            guard Set(homes.map(\.store) + [otherwise].compactMap(\.self)).count > 1 else { return nil }
            return Partition(
                entity: partition.entity, attribute: partition.attribute, homes: homes, otherwise: otherwise)
        }
    }
}
