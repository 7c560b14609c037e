import Polystore

final class Director: Person {
    static let level = Attribute<Int>("level", .default(1))

    override class var entity: EntityDescription { EntityDescription(Director.self, parent: Person.self, level) }
}
