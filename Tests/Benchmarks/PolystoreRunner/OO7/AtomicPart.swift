import Polystore

/// An atomic part.
final class AtomicPart: ManagedObject, Entity {
    static let number = Attribute<Int>("number", .indexed), x = Attribute<Int>("x"), y = Attribute<Int>("y")
    static let buildDate = Attribute<Int>("buildDate", .indexed)
    static let composite = ToOne<CompositePart>("composite")
    static let rootOf = ToOne<CompositePart>("rootOf")
    static let outgoing = ToMany<Connection>("outgoing", inverse: \.source, .cascade)
    static let incoming = ToMany<Connection>("incoming", inverse: \.target, .cascade)
    static let entity = EntityDescription(
        AtomicPart.self, number, x, y, buildDate, composite, rootOf, outgoing, incoming)
}
