import PolystoreModel

/// A partition rule whose names were found and whose values fit the attribute.
struct Partition: Hashable, Sendable {
    /// The attribute that decides.
    let attribute: ModelAttribute
    /// The position of the store of each value.
    let homes: [Value: Int]
    /// The position of the store of all other values; nil refuses them.
    let otherwise: Int?
    /// The names of stores that are not open, by the values that they are the homes of.
    let absent: [Value: String]
    /// The name of the store of all other values, when it is not open.
    let absentOtherwise: String?

    init(
        attribute: ModelAttribute, homes: [Value: Int], otherwise: Int?, absent: [Value: String],
        absentOtherwise: String?
    ) {
        self.attribute = attribute
        self.homes = homes
        self.otherwise = otherwise
        self.absent = absent
        self.absentOtherwise = absentOtherwise
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
        func value(of home: PartitionRule.Home) throws(CoordinatorError) -> Value {
            guard let value = home.value.spelled(as: kind) else {
                throw CoordinatorError(
                    .invalidPartition,
                    [
                        .entity: rule.entity, .property: rule.attribute, .store: home.store,
                        .expected: attribute.type.rawValue, .found: home.value.kindName,
                    ])
            }
            return value
        }
        var homes: [Value: Int] = [:]
        var absent: [Value: String] = [:]
        for home in rule.absentHomes { absent[try value(of: home)] = home.store }
        for home in rule.homes {
            let value = try value(of: home)
            guard homes.updateValue(try position(of: home.store), forKey: value) == nil else {
                throw CoordinatorError(
                    .invalidPartition,
                    [.entity: rule.entity, .property: rule.attribute, .reason: "a value stands twice"])
            }
        }
        self.attribute = attribute
        self.homes = homes
        self.absent = absent
        absentOtherwise = rule.absentOtherwise
        switch rule.otherwise {
        case .refuse: otherwise = nil
        case .store(let name): otherwise = try position(of: name)
        }
    }

    /// The positions of all stores that the rule names.
    var stores: Set<Int> { Set(homes.values).union(otherwise.map { [$0] } ?? []) }

    /// The position of the store of a value; nil refuses it.
    func home(of value: Value) -> Int? { homes[converted(value)] ?? otherwise }

    /// The name of the store of a value, when that store is not open.
    func absentHome(of value: Value) -> String? {
        let converted = converted(value)
        return homes[converted] == nil ? absent[converted] ?? absentOtherwise : nil
    }

    /// Whether some values have their home in a store that is not open.
    var lacksStores: Bool { !absent.isEmpty || absentOtherwise != nil }

    private func converted(_ value: Value) -> Value {
        attribute.slotKind.flatMap { value.spelled(as: $0) } ?? value
    }
}
