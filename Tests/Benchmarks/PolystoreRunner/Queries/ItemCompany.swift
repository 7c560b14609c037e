import Polystore

/// A company that items lead to.
final class ItemCompany: ManagedObject, Entity {
    static let name = Attribute<String>("name", .unique)
    static let items = ToMany<Item>("items", inverse: \.company)
    static let entity = EntityDescription(ItemCompany.self, name, items)
}
