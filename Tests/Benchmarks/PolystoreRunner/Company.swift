import Polystore

/// A company, as a user of Polystore writes it.
final class Company: ManagedObject, Entity {
    static let name = Attribute<String>("name"), founded = Attribute<Int>("founded")
    static let employees = ToMany<Person>("employees", inverse: \.employer)
    static let entity = EntityDescription(Company.self, name, founded, employees)
}
