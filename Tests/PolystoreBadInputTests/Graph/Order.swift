import Polystore

final class Order: ManagedObject, Entity {
    static let region = Attribute<String>("region")
    static let number = Attribute<Int>("number")
    static let buyer = ToOne<Person>("buyer")
    static let entity = EntityDescription(Order.self, region, number, buyer)
}
