import Polystore

/// What the named queries ask for: recordings with plain and compound indexes.
class Media: ManagedObject, Entity {
    static let code = Attribute<String>("code"), title = Attribute<String>("title", .indexed)
    static let artist = Attribute<String>("artist", .indexed), year = Attribute<Int>("year")
    static let rating = Attribute<Int?>("rating"), length = Attribute<Double>("length", .indexed)
    static let isLive = Attribute<Bool>("isLive")
    static let label = ToOne<Label>("label")

    class var entity: EntityDescription {
        var entity = EntityDescription(Media.self, code, title, artist, year, rating, length, isLive, label)
        entity.isAbstract = true
        entity.uniquenessConstraints = [["code"]]
        entity.indexes += [
            FetchIndexDescription(
                name: "byYear", elements: [.init(property: "year"), .init(property: "rating")]),
            FetchIndexDescription(
                name: "byArtistAndYear", elements: [.init(property: "artist"), .init(property: "year")]),
            FetchIndexDescription(
                name: "byLive", elements: [.init(property: "isLive"), .init(property: "length")]),
            FetchIndexDescription(
                name: "byLabel", elements: [.init(property: "label"), .init(property: "year", isAscending: false)]),
        ]
        return entity
    }
}
