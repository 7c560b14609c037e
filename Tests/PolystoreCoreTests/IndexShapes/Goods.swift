import Polystore

/// Goods, the root of three levels, with indexes of every kind.
class Goods: ManagedObject, Entity {
    static let category = Attribute<Int>("category"), day = Attribute<Int>("day")
    static let score = Attribute<Double>("score"), code = Attribute<String>("code", .unique)
    static let note = Attribute<Int?>("note", .indexed), rank = Attribute<Int>("rank", .indexed)
    static let maker = ToOne<Maker>("maker")

    class var entity: EntityDescription {
        EntityDescription(
            Goods.self, category, day, score, code, note, rank, maker,
            EntityPart.index("byCategoryAndDay", "category", "day"), EntityPart.index("byScore", "-score"))
    }
}
