import Polystore

final class Skill: ManagedObject, Entity {
    static let name = Attribute<String>("name", .unique)
    static let people = ToMany<Person>("people", .ordered)
    static let entity = EntityDescription(Skill.self, name, people)
}
