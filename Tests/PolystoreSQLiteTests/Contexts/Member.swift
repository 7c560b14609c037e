import Polystore

final class Member: ManagedObject, Entity {
    static let name = Attribute<String>("name")
    static let age = Attribute<Int>("age", .indexed)
    static let firm = ToOne<Firm>("firm")
    static let entity = EntityDescription(Member.self, name, age, firm)
}
