import PolystoreModel

/// A partition rule whose names were found and whose values fit the attribute.
struct Partition: Hashable, Sendable {
    /// The attribute that decides.
    let attribute: ModelAttribute
    /// The position of the store of each value.
    let homes: [Value: Int]
    /// The position of the store of all other values; nil refuses them.
    let otherwise: Int?

    init(attribute: ModelAttribute, homes: [Value: Int], otherwise: Int?) {
        self.attribute = attribute
        self.homes = homes
        self.otherwise = otherwise
    }

    /// Finds names and converts values.
    ///
    /// - Throws: `invalidPartition` with the reason.
    init(_ rule: PartitionRule, entity: ModelEntity, stores: [RoutedStore]) throws(CoordinatorError) {
        guard let attribute = entity.attribute(named: rule.attribute), !attribute.isTransient,
            let kind = attribute.slotKind
        else {
            throw CoordinatorError(
                .invalidPartition,
                [.entity: rule.entity, .property: rule.attribute, .reason: "no such stored attribute"])
        }
        func position(of name: String) throws(CoordinatorError) -> Int {
            guard let position = stores.firstIndex(where: { $0.name == name }) else {
                throw CoordinatorError(
                    .invalidPartition, [.entity: rule.entity, .store: name, .reason: "no such store"])
            }
            return position
        }
        var homes: [Value: Int] = [:]
        for home in rule.homes {
            guard let value = home.value.spelled(as: kind) else {
                throw CoordinatorError(
                    .invalidPartition,
                    [
                        .entity: rule.entity, .property: rule.attribute, .store: home.store,
                        .expected: attribute.type.rawValue, .found: home.value.kindName,
                    ])
            }
            guard homes.updateValue(try position(of: home.store), forKey: value) == nil else {
                throw CoordinatorError(
                    .invalidPartition,
                    [.entity: rule.entity, .property: rule.attribute, .reason: "a value stands twice"])
            }
        }
        self.attribute = attribute
        self.homes = homes
        switch rule.otherwise {
        case .refuse: otherwise = nil
        case .store(let name): otherwise = try position(of: name)
        }
    }

    /// The positions of all stores that the rule names.
    var stores: Set<Int> { Set(homes.values).union(otherwise.map { [$0] } ?? []) }

    /// The position of the store of a value; nil refuses it.
    func home(of value: Value) -> Int? {
        let converted = attribute.slotKind.flatMap { value.spelled(as: $0) } ?? value
        return homes[converted] ?? otherwise
    }
}
