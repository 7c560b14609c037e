import Foundation
import PolystoreStorage

/// The model of random walks through undo and redo, as far as the stores can keep it: nodes in a tree and in boxes, tags,
/// and lids of boxes.
struct UndoShape: Sendable {
    /// Whether nodes have tags.
    let hasTags: Bool
    /// Whether the orders of nodes in boxes, and of tags, are kept.
    let isOrdered: Bool

    init(_ factory: ConformanceFactory) {
        hasTags = factory.declares(.joins)
        isOrdered = factory.declares(.orderedRelationships)
    }

    static let entities = ["Node", "Special", "Box", "Tag", "Lid"]

    var model: ModelDescription {
        let tags: [RelationshipDescription] =
            hasTags ? [.many("tags", to: "Tag", inverse: "nodes", ordered: isOrdered)] : []
        return .of(
            .named(
                "Node",
                [
                    .required("number", .integer64), .optional("name", .string), .optional("count", .integer16),
                    .optional("data", .binary),
                ],
                [
                    .one("box", to: "Box", inverse: "nodes"), .one("parent", to: "Node", inverse: "children"),
                    .many("children", to: "Node", inverse: "parent", .cascade),
                ] + tags),
            .named("Special", parent: "Node", [.optional("extra", .string)]),
            .named(
                "Box", [.required("number", .integer64), .optional("name", .string)],
                [
                    .many("nodes", to: "Node", inverse: "box", ordered: isOrdered),
                    .one("lid", to: "Lid", inverse: "box", .cascade),
                ]),
            .named(
                "Lid", [.required("number", .integer64), .optional("name", .string)],
                [.one("box", to: "Box", inverse: "lid")]),
            .named(
                "Tag", [.required("number", .integer64), .optional("name", .string)],
                hasTags ? [.many("nodes", to: "Node", inverse: "tags")] : []))
    }

    /// Which entities each store serves: nodes refer to boxes, so nodes are in a volatile store if any is.
    func groups(_ isVolatile: [Bool]) -> [[String]] {
        guard isVolatile.count > 1 else { return [Self.entities] }
        let first = isVolatile.firstIndex(of: true) ?? 0
        var groups = [[String]](repeating: [], count: isVolatile.count)
        groups[first] = ["Node", "Special"]
        let others = isVolatile.indices.filter { $0 != first }
        groups[others[0]] += ["Box", "Lid"]
        groups[others[others.count - 1]].append("Tag")
        return groups
    }

    /// Values of an attribute: none, short ones, and data that may lie beside its row.
    static let values: [String: [Value]] = [
        "name": ["", "a", "é", "e\u{301}", "zz"].map(Value.string) + [.missing],
        "count": [-1, 0, 7].map(Value.integer) + [.missing],
        "data": [.data(Data([0, 1])), .data(Data(repeating: 7, count: 5_000)), .missing],
        "extra": [.string("x"), .missing],
    ]
}
