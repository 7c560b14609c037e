import Foundation
import Polystore

/// A person, as a user of Polystore writes it.
final class Person: ManagedObject, Entity {
    static let name = Attribute<String>("name"), email = Attribute<String>("email")
    static let age = Attribute<Int>("age", .indexed), score = Attribute<Double>("score")
    static let created = Attribute<Date>("created"), active = Attribute<Bool>("active")
    static let avatarHash = Attribute<UUID>("avatarHash")
    static let employer = ToOne<Company>("employer")
    static let entity = EntityDescription(Person.self, name, email, age, score, created, active, avatarHash, employer)
}
