import Polystore

final class Locker: ManagedObject, Entity {
    static let number = Attribute<Int>("number")
    static let person = ToOne<Person>("person", .deny)
    static let entity = EntityDescription(Locker.self, number, person)
}
