import Polystore

/// What is in the one store.
final class Account: ManagedObject, Entity {
    static let name = Attribute<String>("name")
    static let balance = Attribute<Int>("balance")
    static let entity = EntityDescription(Account.self, name, balance)
}
