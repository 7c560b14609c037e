import Polystore

final class Supervisor: Person {
    static let budget = Attribute<Int>("budget", .default(0))

    override class var entity: EntityDescription { EntityDescription(Supervisor.self, parent: Person.self, budget) }
}
