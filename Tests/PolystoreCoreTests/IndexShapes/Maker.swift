import Polystore

/// What goods lead to.
class Maker: ManagedObject, Entity {
    static let name = Attribute<String>("name", .unique)
    static let goods = ToMany<Goods>("goods", inverse: \.maker)
    static let group = ToOne<Maker>("group")
    class var entity: EntityDescription { EntityDescription(Maker.self, name, goods, group) }
}
