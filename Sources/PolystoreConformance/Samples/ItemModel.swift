import PolystoreStorage

/// The small model of the cases that drive a store by its protocol.
enum ItemModel {
    /// Items, special items, and parts of items.
    static var plain: ModelDescription {
        .of(
            .named("Item", [.optional("number", .integer64), .optional("name", .string), .optional("data", .binary)]),
            .named("Special", parent: "Item", [.optional("extra", .string)]),
            .named("Part", [.optional("number", .integer64)], [.one("item", to: "Item")]))
    }

    /// Items with tags.
    static var tagged: ModelDescription {
        .of(
            .named("Item", [.optional("number", .integer64)], [.many("tags", to: "Tag", inverse: "items")]),
            .named("Tag", [.optional("number", .integer64)], [.many("items", to: "Item", inverse: "tags")]))
    }

    /// Items whose numbers are unique.
    static var unique: ModelDescription {
        .of(
            EntityDescription.named("Item", [.optional("number", .integer64), .optional("name", .string)]).unique(
                "number"))
    }
}
