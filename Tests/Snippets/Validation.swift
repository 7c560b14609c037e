import Foundation
import Polystore

final class Person: ManagedObject, Entity {
    static let name = Attribute<String>("name", .length(1...40))
    static let entity = EntityDescription(Person.self, name)
}

let container = try PersistentContainer.inMemory(model: [Person.self])
let context = container.newConfinedContext()
let person = try context.insert(Person.self) { $0.name = "Ada" }
let text = " Ada "
