import Polystore

/// What is in the other store.
final class Entry: ManagedObject, Entity {
    static let text = Attribute<String>("text")
    static let amount = Attribute<Int>("amount")
    static let entity = EntityDescription(Entry.self, text, amount)
}
