import Polystore

final class Manager: Person {
    static let budget = Attribute<Int>("budget", .default(0))

    override class var entity: EntityDescription { EntityDescription(Manager.self, parent: Person.self, budget) }
}
