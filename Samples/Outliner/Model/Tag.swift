import Polystore

/// A word that items are marked with.
final class Tag: ManagedObject, Entity {
    static let name = Attribute<String>("name", .unique, .length(1...))
    static let items = ToMany<Item>("items")
    static let entity = EntityDescription(Tag.self, name, items)
}
