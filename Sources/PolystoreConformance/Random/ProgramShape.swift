import Foundation
import PolystoreStorage

/// The model of random programs, as far as the stores can keep them: items in boxes, special items, tags.
struct ProgramShape: Sendable {
    /// Whether items have tags.
    let hasTags: Bool
    /// Whether the order of items in boxes is kept.
    let isOrdered: Bool
    /// Whether stores can be closed and opened again.
    let isDurable: Bool

    init(_ factory: ConformanceFactory) {
        hasTags = factory.declares(.joins)
        isOrdered = factory.declares(.orderedRelationships)
        isDurable = factory.declares(.durable)
    }

    /// Attributes of items, with the values that programs set; few, so that there are ties.
    static let attributes: [(name: String, type: AttributeType, values: [Value])] = [
        ("name", .string, ["", "a", "A", "ab", "ß", "é", "e\u{301}", "a\0", "zz"].map(Value.string) + [.missing]),
        ("count", .integer16, [-32_768, -1, 0, 1, 2, 32_767].map(Value.integer) + [.missing]),
        ("score", .double, [-.infinity, -1.5, 0, 0.1, 1, 1e300, .infinity].map(Value.double) + [.missing]),
        ("price", .decimal, [-1, 0, 1, 10].map { .decimal($0) } + [.missing]),
        ("isDone", .boolean, [.boolean(false), .boolean(true), .missing]),
        (
            "day", .date,
            [-1, 0, 1_000.5].map { .date(.init(timeIntervalSinceReferenceDate: $0)) } + [.missing]
        ),
        (
            "data", .binary,
            [.data(.init()), .data(.init([0, 1])), .data(.init(repeating: 7, count: 5_000)), .missing]
        ),
    ]

    var model: ModelDescription {
        let attributes = Self.attributes.map { AttributeDescription.optional($0.name, $0.type) }
        let tags: [RelationshipDescription] = hasTags ? [.many("tags", to: "Tag", inverse: "items")] : []
        var item = EntityDescription.named(
            "Item", [.required("number", .integer64)] + attributes, [.one("box", to: "Box", inverse: "items")] + tags)
        item.indexes = ["name", "count", "score"].map { name in
            FetchIndexDescription(name: "by\(name)", elements: [.init(property: name)])
        }
        return .of(
            item, .named("Special", parent: "Item", [.optional("extra", .string)]),
            .named(
                "Box", [.required("number", .integer64), .optional("name", .string)],
                [.many("items", to: "Item", inverse: "box", ordered: isOrdered)]),
            .named(
                "Tag", [.required("number", .integer64), .optional("name", .string)],
                hasTags ? [.many("items", to: "Item", inverse: "tags")] : []))
    }

    /// Which entities each store serves: items refer to boxes, so items are in a volatile store if any is.
    func groups(_ isVolatile: [Bool]) -> [[String]] {
        guard isVolatile.count > 1 else { return [["Item", "Special", "Box", "Tag"]] }
        let first = isVolatile.firstIndex(of: true) ?? 0
        var groups = [[String]](repeating: [], count: isVolatile.count)
        groups[first] = ["Item", "Special"]
        let others = isVolatile.indices.filter { $0 != first }
        groups[others[0]].append("Box")
        groups[others[others.count - 1]].append("Tag")
        return groups
    }
}
