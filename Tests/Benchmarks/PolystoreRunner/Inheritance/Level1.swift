import Polystore

/// The root of a hierarchy of five entities, each with a number of its own.
class Level1: ManagedObject, Entity {
    static let first = Attribute<Int>("first", .indexed)

    class var entity: EntityDescription { EntityDescription(Level1.self, first) }

    /// Sets the object's numbers.
    func setNumbers(_ number: Int) { first = number }
    /// The sum of the object's numbers.
    var total: Int { first }
}
