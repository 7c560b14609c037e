import PolystoreCore
import PolystoreRandom
import PolystoreStorage

/// Items on shelves, with tags: what live lists are made of, with ties, missing values and several spellings of a letter.
enum LiveGraph {
    /// The model; tags need stores that keep pairs.
    private static func model(withTags hasTags: Bool) -> ModelDescription {
        var item = EntityDescription.named(
            "Item", [.optional("title", .string), .optional("size", .integer64), .optional("price", .double)],
            [.one("shelf", to: "Shelf", inverse: "items")])
        if hasTags { item.relationships.append(.many("tags", to: "Tag", inverse: "items")) }
        return .of(
            .named(
                "Shelf", [.optional("name", .string), .optional("rank", .integer64)],
                [.many("items", to: "Item", inverse: "shelf")]),
            item, .named("Special", parent: "Item", [.optional("extra", .string)]),
            .named("Tag", [.optional("label", .string)], hasTags ? [.many("items", to: "Item", inverse: "tags")] : []),
            .named("Spare", [.optional("number", .integer64)]))
    }

    /// The entities of each store: items refer to shelves, so they lie in a volatile one if there is one.
    private static func groups(_ bench: ConformanceFixture) -> [[String]]? {
        guard bench.factory.types.count > 1 else { return nil }
        var groups = [["Item", "Special"], ["Shelf", "Tag"]]
        if bench.isVolatile(1), !bench.isVolatile(0) { groups.swapAt(0, 1) }
        if bench.factory.types.count > 2 { groups.append(["Spare"]) } else { groups[1].append("Spare") }
        return groups
    }

    /// Opens the stores of a bench.
    static func open(_ bench: ConformanceFixture, withTags hasTags: Bool = true) throws -> PersistentContainer {
        try bench.open(model(withTags: hasTags), split: groups(bench))
    }

    /// Text with ties, in several cases and spellings.
    static let texts: [Value] = ["a", "A", "aa", "b", "é", "e\u{301}", "ß", "ss", ""].map(Value.string) + [.missing]

    /// A value for an attribute.
    static func value(of attribute: String, _ random: inout RandomSource) -> Value {
        switch attribute {
        case "size", "rank": random.chance(6) ? .missing : .integer(Int64(random.below(6)))
        case "price": random.chance(6) ? .missing : .double(Double(random.below(5)) / 2)
        default: random.pick(texts)
        }
    }

    /// Inserts an object with random values.
    @discardableResult
    static func insert(
        _ entity: String, _ context: ManagedObjectContext, _ random: inout RandomSource
    ) throws -> ManagedObject {
        let object = try context.add(entity)
        for name in attributes(of: entity) {
            try object.setValue(value(of: name, &random), forKey: name)
        }
        return object
    }

    /// The attributes of an entity, inherited ones included.
    static func attributes(of entity: String) -> [String] {
        switch entity {
        case "Shelf": ["name", "rank"]
        case "Tag": ["label"]
        case "Special": ["title", "size", "price", "extra"]
        default: ["title", "size", "price"]
        }
    }
}
