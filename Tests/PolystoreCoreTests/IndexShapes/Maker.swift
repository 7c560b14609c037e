import Polystore

/// What goods lead to.
final class Maker: ManagedObject, Entity {
    static let name = Attribute<String>("name", .unique)
    static let goods = ToMany<Goods>("goods", inverse: \.maker)
    static let entity = EntityDescription(Maker.self, name, goods)
}
