import Polystore

/// An entity with several homes: its region decides.
final class Order: ManagedObject, Entity {
    static let region = Attribute<String>("region"), total = Attribute<Int>("total")
    static let customer = ToOne<Customer>("customer")
    static let related = ToMany<Order>("related", inverse: \.relatedTo)
    static let relatedTo = ToMany<Order>("relatedTo")
    static let entity = EntityDescription(Order.self, region, total, customer, related, relatedTo)
}
