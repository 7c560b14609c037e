import PolystoreCore
import PolystoreModel
import PolystoreStorage

extension StoreFile {
    /// The descriptions of the stores and the partition rules of this file.
    ///
    /// - Parameters:
    ///   - model: The model whose entities the stores hold.
    ///   - storeTypes: The types that the program links.
    /// - Returns: The descriptions in the order of the file, and the rules.
    /// - Throws: `ConfigurationError` with every problem at once.
    public func resolve(
        model: ManagedObjectModel, storeTypes: [StoreType]
    ) throws(ConfigurationError) -> (descriptions: [PersistentStoreDescription], partitions: [PartitionRule]) {
        let reading = StoreFileReading(file: self)
        if let error = reading.error(and: problems(model: model, storeTypes: storeTypes)) { throw error }
        return (descriptions(storeTypes), rules(model))
    }

    /// Everything that is wrong with the file beside a model and store types.
    func problems(model: ManagedObjectModel?, storeTypes: [StoreType]) -> [PlacedProblem] {
        var checker = StoreFileChecker(file: self, model: model, types: storeTypes)
        checker.check()
        return checker.problems
    }

    /// What the types of a program are told of the stores; options that a type does not know are left out.
    package func descriptions(_ types: [StoreType]) -> [PersistentStoreDescription] {
        stores.map { store in
            let declared = types.first { $0.name == store.type }?.options ?? []
            var description = PersistentStoreDescription(name: store.name, type: store.type, url: store.url)
            description.configuration = store.configuration
            description.entities = store.entities
            description.servesUnlistedEntities = store.servesUnlistedEntities
            description.access = store.access
            description.creates = store.creates
            description.durability = store.durability ?? .full
            description.lockTimeout = store.lockTimeout
            for option in store.options {
                guard let known = declared.first(where: { $0.name == option.name }) else { continue }
                description.options.values[option.name] = OptionValue.value(of: option.value, for: known)
            }
            return description
        }
    }

    func rules(_ model: ManagedObjectModel) -> [PartitionRule] {
        partitions.map { partition in
            let type = model.entity(named: partition.entity)?.attribute(named: partition.attribute)?.type
            let homes = partition.homes.compactMap { home in
                type.flatMap { ValueLiteral.value(of: home.value, type: $0) }
                    .map { PartitionRule.Home($0, store: home.store) }
            }
            return PartitionRule(
                entity: partition.entity, attribute: partition.attribute, homes: homes,
                otherwise: partition.otherwise.map(PartitionRule.Otherwise.store) ?? .refuse)
        }
    }
}
