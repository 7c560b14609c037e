import Foundation
import Polystore

final class Company: ManagedObject, Entity {
    static let name = Attribute<String>("name"), size = Attribute<Int>("size")
    static let staff = ToMany<Person>("staff", inverse: \.employer)
    static let entity = EntityDescription(Company.self, name, size, staff)
}

final class Person: ManagedObject, Entity {
    static let name = Attribute<String>("name"), age = Attribute<Int>("age"), salary = Attribute<Int>("salary")
    static let isActive = Attribute<Bool>("isActive"), score = Attribute<Double>("score")
    static let employer = ToOne<Company>("employer"), boss = ToOne<Person>("boss")
    static let entity = EntityDescription(Person.self, name, age, salary, isActive, score, employer, boss)
}

final class Guest: ManagedObject, Entity {
    static let age = Attribute<Int>("age")
    static let entity = EntityDescription(Guest.self, age)
}

struct Staff {
    let company: String?, count: Int, age: Double?
    init(_ row: (String?, Int, Double?)) { (company, count, age) = row }
}

let container = try PersistentContainer.inMemory(model: [Company.self, Person.self])
let model = container.model
let context = container.viewContext
let acme = try context.insert(Company.self) { $0.name = "Acme" }
