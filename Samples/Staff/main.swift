import Polystore
import PolystoreLMDB
import PolystoreMemory
import PolystoreSQLite

final class Company: ManagedObject, Entity {
    static let name = Attribute<String>("name", .unique)
    static let staff = ToMany<Person>("staff", inverse: \.employer)
    static let entity = EntityDescription(Company.self, name, staff)
}

final class Person: ManagedObject, Entity {
    static let name = Attribute<String>("name"), age = Attribute<Int>("age", .indexed)
    static let employer = ToOne<Company>("employer")
    static let entity = EntityDescription(Person.self, name, age, employer)
}

final class Selection: ManagedObject, Entity {
    static let person = ToOne<Person>("person"), entity = EntityDescription(Selection.self, person)
}

let container = try PersistentContainer(
    model: [Company.self, Person.self, Selection.self], configuration: "staff.yaml",
    storeTypes: [.sqlite, .lmdb, .memory])
let context = container.viewContext
let acme = try context.insert(Company.self) { $0.name = "Acme" }
for (name, age) in [("Ada", 36), ("Bob", 28), ("Cleo", 51)] {
    let person = try context.insert(Person.self) { ($0.name, $0.age, $0.employer) = (name, age, acme) }
    try context.insert(Selection.self) { $0.person = person }
}
try context.save()

let seniors = FetchRequest(Person.self)
    .where(Person.age > 30 && Person.employer.name.contains("Ac")).sorted(by: Person.name)
for person in try context.fetch(seniors) {
    print(person.name, person.age, person.employer?.name ?? "-", container.store(of: person).name)
}
