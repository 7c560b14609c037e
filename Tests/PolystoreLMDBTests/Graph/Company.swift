import Polystore

final class Company: ManagedObject, Entity {
    static let name = Attribute<String>("name", .unique)
    static let note = Attribute<String?>("note", .indexed)
    static let staff = ToMany<Person>("staff", inverse: \.employer, .ordered)
    static let entity = EntityDescription(Company.self, name, note, staff)
}
