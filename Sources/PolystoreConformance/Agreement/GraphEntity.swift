import PolystoreStorage

/// An entity as questions see it: everything that an object of it has, inherited or not.
struct GraphEntity: Sendable {
    /// A relationship and the entity that it leads to.
    struct Link: Sendable {
        let name: String
        let destination: String
        var isOrdered = false
    }

    let name: String
    let attributes: [GraphAttribute]
    var ones: [Link] = []
    var manys: [Link] = []

    static let itemAttributes: [GraphAttribute] = [
        .init("number", .integer64), .init("name", .string), .init("code", .string), .init("small", .integer16),
        .init("count", .integer64), .init("score", .double), .init("ratio", .float), .init("price", .decimal),
        .init("isDone", .boolean), .init("day", .date), .init("data", .binary), .init("badge", .uuid),
        .init("link", .uri), .init("mood", .transformable),
    ]
    static let specialAttributes: [GraphAttribute] = [.init("extra", .string), .init("rank", .integer32)]
    static let rareAttributes: [GraphAttribute] = [.init("glow", .double)]
    static let boxAttributes: [GraphAttribute] = [
        .init("number", .integer64), .init("name", .string), .init("size", .integer32), .init("opened", .date),
    ]
    static let shelfAttributes: [GraphAttribute] = [
        .init("number", .integer64), .init("name", .string), .init("level", .integer16), .init("load", .decimal),
    ]
    static let tagAttributes: [GraphAttribute] = [
        .init("number", .integer64), .init("label", .string), .init("weight", .double), .init("isOld", .boolean),
    ]

    static func item(_ shape: GraphShape) -> GraphEntity { family("Item", itemAttributes, shape) }

    static func special(_ shape: GraphShape) -> GraphEntity {
        family("Special", itemAttributes + specialAttributes, shape)
    }

    static func rare(_ shape: GraphShape) -> GraphEntity {
        family("Rare", itemAttributes + specialAttributes + rareAttributes, shape)
    }

    static func box(_ shape: GraphShape) -> GraphEntity {
        GraphEntity(
            name: "Box", attributes: boxAttributes, ones: [.init(name: "shelf", destination: "Shelf")],
            manys: [.init(name: "items", destination: "Item", isOrdered: shape.isOrdered)])
    }

    static let shelf = GraphEntity(
        name: "Shelf", attributes: shelfAttributes, manys: [.init(name: "boxes", destination: "Box")])

    static func tag(_ shape: GraphShape) -> GraphEntity {
        GraphEntity(
            name: "Tag", attributes: tagAttributes,
            manys: shape.hasTags ? [.init(name: "items", destination: "Item")] : [])
    }

    private static func family(_ name: String, _ attributes: [GraphAttribute], _ shape: GraphShape) -> GraphEntity {
        var entity = GraphEntity(
            name: name, attributes: attributes, ones: [.init(name: "box", destination: "Box")])
        if shape.hasTags { entity.manys.append(.init(name: "tags", destination: "Tag")) }
        if shape.hasParents {
            entity.ones.append(.init(name: "parent", destination: "Item"))
            entity.manys.append(.init(name: "children", destination: "Item"))
        }
        return entity
    }
}
