import Polystore

/// An item, the root of three levels of inheritance, with a compound, a descending, a unique and an optional index.
class Item: ManagedObject, Entity {
    static let category = Attribute<Int>("category"), day = Attribute<Int>("day")
    static let score = Attribute<Int>("score"), code = Attribute<String>("code", .unique)
    static let note = Attribute<Int?>("note", .indexed), rank = Attribute<Int>("rank", .indexed)
    static let company = ToOne<ItemCompany>("company")

    class var entity: EntityDescription {
        EntityDescription(
            Item.self, category, day, score, code, note, rank, company,
            EntityPart.index("byCategoryAndDay", "category", "day"), EntityPart.index("byScore", "-score"))
    }
}
