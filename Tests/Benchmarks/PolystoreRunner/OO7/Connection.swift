import Polystore

/// A connection of two atomic parts.
final class Connection: ManagedObject, Entity {
    static let length = Attribute<Int>("length")
    static let source = ToOne<AtomicPart>("source"), target = ToOne<AtomicPart>("target")
    static let entity = EntityDescription(Connection.self, length, source, target)
}
