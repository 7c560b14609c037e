import PolystoreModel

/// Which of several stores a new object of an entity goes to, by the value of an attribute.
///
/// The rule holds for the entity's descendants too, unless they have one of their own. The attribute cannot change
/// once the object is inserted.
public struct PartitionRule: Hashable, Sendable {
    /// The store of one value.
    public struct Home: Hashable, Sendable {
        /// The value; text stands for the value that it spells in the attribute's type.
        public var value: Value
        /// The store's name.
        public var store: String

        /// Makes a home.
        public init(_ value: Value, store: String) {
            self.value = value
            self.store = store
        }
    }

    /// What happens to a value that has no home of its own.
    public enum Otherwise: Hashable, Sendable {
        /// The insert is refused.
        case refuse
        /// The object goes to a store.
        case store(String)
    }

    /// The entity's name.
    public var entity: String
    /// The attribute's name.
    public var attribute: String
    /// The stores by value.
    public var homes: [Home]
    /// What happens to other values.
    public var otherwise: Otherwise
    /// The homes whose stores are not open.
    var absentHomes: [Home] = []
    /// The name of the store of other values, when it is not open.
    var absentOtherwise: String?

    /// Makes a rule.
    public init(entity: String, attribute: String, homes: [Home], otherwise: Otherwise = .refuse) {
        self.entity = entity
        self.attribute = attribute
        self.homes = homes
        self.otherwise = otherwise
    }

    /// Makes a rule from text values, as a store file has them.
    public init(
        entity: String, attribute: String, homes: KeyValuePairs<String, String>, otherwise: Otherwise = .refuse
    ) {
        self.init(
            entity: entity, attribute: attribute, homes: homes.map { Home(.string($0), store: $1) },
            otherwise: otherwise)
    }

    /// The rule with the stores that are open, of all those that it names.
    func among(_ names: Set<String>) -> PartitionRule {
        var rule = self
        rule.homes.removeAll { !names.contains($0.store) }
        rule.absentHomes = homes.filter { !names.contains($0.store) }
        if case .store(let name) = otherwise, !names.contains(name) {
            rule.otherwise = .refuse
            rule.absentOtherwise = name
        }
        return rule
    }
}
