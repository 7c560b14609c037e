import Polystore

final class Firm: ManagedObject, Entity {
    static let name = Attribute<String>("name", .unique)
    static let staff = ToMany<Member>("staff", inverse: \.firm)
    static let entity = EntityDescription(Firm.self, name, staff)
}
