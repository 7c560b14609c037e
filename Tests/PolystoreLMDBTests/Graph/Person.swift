import Foundation
import Polystore

class Person: ManagedObject, Entity {
    static let name = Attribute<String>("name", .indexed)
    static let age = Attribute<Int>("age", .indexed, .default(0))
    static let photo = Attribute<Data?>("photo")
    static let employer = ToOne<Company>("employer")
    static let tags = ToMany<Tag>("tags", inverse: \.people, .ordered)

    class var entity: EntityDescription { EntityDescription(Person.self, name, age, photo, employer, tags) }
}
