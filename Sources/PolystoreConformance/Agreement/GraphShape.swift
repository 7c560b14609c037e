import Foundation
import PolystoreStorage

/// The model of random questions: items of three entities in boxes on shelves, with parents and tags.
struct GraphShape: Sendable {
    /// How a graph lies over the stores of a factory.
    enum Layout: Sendable, CaseIterable {
        /// Each entity in one store; with several stores, items, boxes and tags in different ones.
        case byEntity
        /// Items in every store, by their region.
        case byRegion
    }

    let layout: Layout
    /// The number of stores.
    let storeCount: Int
    /// Whether items have tags.
    let hasTags: Bool
    /// Whether the order of items in boxes is kept.
    let isOrdered: Bool
    /// Whether items have parents: not where a durable store would have to refer into a volatile one.
    let hasParents: Bool

    /// The shape for factories with as many stores each, as far as all of them can keep it.
    init(_ factories: [ConformanceFactory], layout: Layout) {
        storeCount = factories.map(\.types.count).max() ?? 1
        self.layout = storeCount == 1 ? .byEntity : layout
        hasTags = factories.allSatisfy { $0.declares(.joins) }
        isOrdered = factories.allSatisfy { $0.declares(.orderedRelationships) }
        hasParents =
            layout == .byEntity
            || factories.allSatisfy { Set($0.types.map(\.capabilities.isDurable)).count == 1 }
    }

    /// Whether equal objects of an order follow each other as in one single store.
    var keepsOneOrder: Bool { layout == .byEntity }

    /// The entities with all that questions may name, inherited properties included.
    var entities: [GraphEntity] {
        let shape = self
        return [.item(shape), .special(shape), .rare(shape), .box(shape), .shelf, .tag(shape)]
    }

    /// The model.
    var model: ModelDescription {
        var item = EntityDescription.named("Item", Self.attributes(GraphEntity.itemAttributes), itemRelationships)
        item.attributes.append(.required("region", .integer64))
        item.indexes = Self.indexes([["name"], ["small"], ["score"], ["day"], ["small", "name"], ["price"]])
        item.indexes.append(
            FetchIndexDescription(
                name: "byCountDown",
                elements: [.init(property: "count", isAscending: false), .init(property: "name")]))
        var box = EntityDescription.named(
            "Box", Self.attributes(GraphEntity.boxAttributes),
            [
                .one("shelf", to: "Shelf", inverse: "boxes"),
                .many("items", to: "Item", inverse: "box", ordered: isOrdered),
            ])
        box.indexes = Self.indexes([["size"]])
        return .of(
            item, .named("Special", parent: "Item", Self.optional(GraphEntity.specialAttributes)),
            .named("Rare", parent: "Special", Self.optional(GraphEntity.rareAttributes)), box,
            .named(
                "Shelf", Self.attributes(GraphEntity.shelfAttributes), [.many("boxes", to: "Box", inverse: "shelf")]),
            .named(
                "Tag", Self.attributes(GraphEntity.tagAttributes),
                hasTags ? [.many("items", to: "Item", inverse: "tags")] : []))
    }

    private var itemRelationships: [RelationshipDescription] {
        var relationships: [RelationshipDescription] = [.one("box", to: "Box", inverse: "items")]
        if hasTags { relationships.append(.many("tags", to: "Tag", inverse: "items")) }
        if hasParents {
            relationships += [
                .one("parent", to: "Item", inverse: "children"), .many("children", to: "Item", inverse: "parent"),
            ]
        }
        return relationships
    }

    private static func attributes(_ list: [GraphAttribute]) -> [AttributeDescription] {
        [.required("number", .integer64)] + optional(list)
    }

    private static func optional(_ list: [GraphAttribute]) -> [AttributeDescription] {
        list.filter { $0.name != "number" }.map { .optional($0.name, $0.type) }
    }

    private static func indexes(_ lists: [[String]]) -> [FetchIndexDescription] {
        lists.map { names in
            FetchIndexDescription(
                name: "by" + names.joined(), elements: names.map { FetchIndexDescription.Element(property: $0) })
        }
    }

    /// Which entities each store serves: items refer to boxes, so a store that loses items keeps no boxes.
    func groups(_ types: [StoreType]) -> [[String]] {
        let isVolatile = types.map { !$0.capabilities.isDurable }
        let items = ["Item", "Special", "Rare"]
        guard types.count > 1 else { return [items + ["Box", "Shelf", "Tag"]] }
        var groups = [[String]](repeating: layout == .byRegion ? items : [], count: types.count)
        switch layout {
        case .byEntity:
            let first = isVolatile.firstIndex(of: true) ?? 0
            groups[first] = items
            let others = isVolatile.indices.filter { $0 != first }
            groups[others[0]] += ["Box", "Shelf"]
            groups[others[others.count - 1]].append("Tag")
        case .byRegion: groups[isVolatile.firstIndex(of: false) ?? 0] += ["Box", "Shelf", "Tag"]
        }
        return groups
    }
}
