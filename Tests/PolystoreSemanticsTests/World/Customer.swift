import Polystore

final class Customer: ManagedObject, Entity {
    static let name = Attribute<String>("name")
    static let orders = ToMany<Order>("orders", inverse: \.customer)
    static let entity = EntityDescription(Customer.self, name, orders)
}
