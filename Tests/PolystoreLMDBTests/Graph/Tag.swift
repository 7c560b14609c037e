import Polystore

final class Tag: ManagedObject, Entity {
    static let label = Attribute<String>("label", .unique)
    static let people = ToMany<Person>("people")
    static let entity = EntityDescription(Tag.self, label, people)
}
