import Polystore

final class Company: ManagedObject, Entity {
    static let name = Attribute<String>("name", .unique, .length(1...60))
    static let founded = Attribute<Int?>("founded")
    static let staff = ToMany<Person>("staff", inverse: \.employer)
    static let projects = ToMany<Project>("projects", inverse: \.owner, .ordered, .cascade)
    static let entity = EntityDescription(Company.self, name, founded, staff, projects)
}
