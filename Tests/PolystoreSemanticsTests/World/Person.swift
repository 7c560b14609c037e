import Foundation
import Polystore

class Person: ManagedObject, Entity {
    static let name = Attribute<String>("name")
    static let age = Attribute<Int>("age", .indexed, .default(0), .minimum(0), .maximum(150))
    static let score = Attribute<Double?>("score")
    static let born = Attribute<Date?>("born")
    static let wage = Attribute<Decimal?>("wage")
    static let badge = Attribute<UUID?>("badge")
    static let home = Attribute<URL?>("home")
    static let photo = Attribute<Data?>("photo")
    static let isActive = Attribute<Bool>("isActive", .default(true))
    static let mood = Attribute<String?>("mood", .transient)
    static let employer = ToOne<Company>("employer")
    static let skills = ToMany<Skill>("skills", inverse: \.people)
    static let friends = ToMany<Person>("friends", inverse: \.friendOf)
    static let friendOf = ToMany<Person>("friendOf")
    static let locker = ToOne<Locker>("locker", inverse: \.person, .cascade)

    class var entity: EntityDescription {
        EntityDescription(
            Person.self, name, age, score, born, wage, badge, home, photo, isActive, mood, employer, skills, friends,
            friendOf, locker)
    }
}
