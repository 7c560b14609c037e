import Polystore

final class Company: ManagedObject, Entity {
    static let name = Attribute<String>("name"), staff = ToMany<Person>("staff", inverse: \.employer)
    static let entity = EntityDescription(Company.self, name, staff)
}

final class Person: ManagedObject, Entity {
    static let name = Attribute<String>("name"), employer = ToOne<Company>("employer")
    static let entity = EntityDescription(Person.self, name, employer)
}

let container = try PersistentContainer.inMemory(model: [Company.self, Person.self])
let handle = container.newBackgroundContext()
let companies = FetchRequest(Company.self)
let context = container.newConfinedContext()
