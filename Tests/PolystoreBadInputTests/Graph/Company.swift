import Polystore

final class Company: ManagedObject, Entity {
    static let name = Attribute<String>("name", .unique)
    static let staff = ToMany<Person>("staff", inverse: \.employer)
    static let entity = EntityDescription(Company.self, name, staff)
}
