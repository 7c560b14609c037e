import PolystoreModel

/// Which store holds the objects of which entity.
///
/// Computed from the model and the stores' descriptions, before any store is opened. Stores are named by their position
/// in the store file.
struct Routing: Sendable {
    /// The model.
    let model: ManagedObjectModel
    /// The stores, in the order of the store file.
    let stores: [RoutedStore]
    /// The positions of the stores of each concrete entity, ascending, by the entity's index; empty for abstract ones.
    let homes: [[Int]]
    /// The partition of each entity that has one, by the entity's index.
    let partitions: [Int: Partition]
    /// The names of the stores that were removed and held an entity that no open store serves, by the entity's index.
    let absentHomes: [Int: [String]]

    init(
        model: ManagedObjectModel, stores: [RoutedStore], homes: [[Int]], partitions: [Int: Partition],
        absentHomes: [Int: [String]]
    ) {
        self.model = model
        self.stores = stores
        self.homes = homes
        self.partitions = partitions
        self.absentHomes = absentHomes
    }

    /// Finds the homes.
    ///
    /// - Parameters:
    ///   - model: The model.
    ///   - stores: The stores, in the order of the store file.
    ///   - rules: The partition rules, which name stores that are there.
    ///   - absent: The entities that need no home, because their store was removed.
    /// - Throws: `noHome` with every entity that has none; `invalidPartition`.
    init(
        model: ManagedObjectModel, stores: [RoutedStore], partitions rules: [PartitionRule],
        absent: [Int: [String]] = [:]
    ) throws(CoordinatorError) {
        self.model = model
        self.stores = stores
        let homes = Routing.homes(model, stores)
        self.homes = homes
        absentHomes = absent.filter { homes[$0.key].isEmpty }
        let homeless = model.entities.filter { !$0.isAbstract && homes[$0.index].isEmpty && absent[$0.index] == nil }
        guard homeless.isEmpty || stores.isEmpty else {
            throw CoordinatorError(
                .noHome,
                [.entity: homeless.map(\.name).joined(separator: ", "), .count: "\(homeless.count)"]
            )
        }
        var partitions: [Int: Partition] = [:]
        // Rules of ancestors first, so that a descendant's own rule replaces the inherited one.
        let sorted = rules.compactMap { rule in model.entity(named: rule.entity).map { ($0, rule) } }
            .sorted(byNumber: \.0.lineage.count)
        if let unknown = rules.first(where: { model.entity(named: $0.entity) == nil }) {
            throw CoordinatorError(.invalidPartition, [.entity: unknown.entity, .reason: "no such entity"])
        }
        for (entity, rule) in sorted {
            let partition = try Partition(rule, entity: entity, stores: stores)
            for member in entity.concreteFamily {
                for home in partition.stores where !homes[member.index].contains(home) {
                    throw CoordinatorError(
                        .invalidPartition,
                        [
                            .entity: member.name, .store: stores[home].name,
                            .reason: "the store does not serve the entity",
                        ])
                }
                partitions[member.index] = partition
            }
        }
        self.partitions = partitions
    }

    /// The entities that a store serves, in the model's order.
    func entities(of position: Int) -> [ModelEntity] {
        model.entities.filter { homes[$0.index].contains(position) }
    }

    /// The positions of the stores of an entity's concrete family, ascending.
    func homes(ofFamily entity: ModelEntity) -> [Int] {
        var found = Set<Int>()
        for member in entity.concreteFamily { found.formUnion(homes[member.index]) }
        return found.sorted()
    }

    /// The first entity of some that no open store serves although one did, with the names of those stores.
    func absentHome(among entities: [ModelEntity]) -> (entity: ModelEntity, stores: String)? {
        if absentHomes.isEmpty { return nil }
        for entity in entities {
            if let names = absentHomes[entity.index] { return (entity, names.joined(separator: ", ")) }
        }
        return nil
    }

    /// The names of each entity's durable homes: what stores remember.
    var homeMap: [String: [String]] {
        var map: [String: [String]] = [:]
        for entity in model.entities {
            let durable = homes[entity.index].filter { !stores[$0].isVolatile }
            if !durable.isEmpty { map[entity.name] = durable.map { stores[$0].name } }
        }
        return map
    }

    private static func homes(_ model: ManagedObjectModel, _ stores: [RoutedStore]) -> [[Int]] {
        var listed = [[Int]](repeating: [], count: model.entities.count)
        for (position, store) in stores.enumerated() where !store.servesUnlisted {
            for index in Set((store.listed ?? model.roots).map(\.index)) { listed[index].append(position) }
        }
        let rest = stores.indices.filter { stores[$0].servesUnlisted }
        return model.entities.map { entity in
            if entity.isAbstract { return [] }
            return entity.lineage.reversed().first { !listed[$0.index].isEmpty }.map { listed[$0.index] } ?? rest
        }
    }
}
