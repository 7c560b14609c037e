import PolystoreCore
import PolystoreStorage

/// A request of a live list, with the key path of its sections.
struct LiveRequest: Sendable, CustomStringConvertible {
    let description: String
    let request: FetchRequest<ManagedObject>
    let section: String?

    private init(
        _ description: String, _ entity: String, _ predicate: FetchPredicate? = nil, by keys: [SortKey] = [],
        section: String? = nil, _ change: (inout FetchRequestDescription) -> Void = { _ in }
    ) {
        var request = FetchRequestDescription(entityName: entity)
        request.predicate = predicate
        request.sortKeys = keys.isEmpty ? [SortKey(.evaluatedObject)] : keys
        change(&request)
        self.description = description
        self.request = FetchRequest(request)
        self.section = section
    }

    private static func by(_ path: String, _ ascending: Bool = true) -> SortKey {
        SortKey(path.split(separator: ".").map(String.init), ascending: ascending)
    }

    /// Requests of every kind that lists are followed in different ways for.
    static let all: [LiveRequest] = [
        LiveRequest("all items", "Item", by: [by("title"), by("size")]),
        LiveRequest("items by title, downwards", "Item", by: [by("title", false)], section: "title"),
        LiveRequest(
            "large items by size", "Item", .compare("size", .greater, .integer(2)), by: [by("size"), by("title")],
            section: "size"),
        LiveRequest("items by shelf", "Item", by: [by("shelf.name"), by("size")], section: "shelf.name"),
        LiveRequest(
            "a page of items", "Item", .compare("size", .notEqual, .integer(3)), by: [by("size", false), by("title")],
            section: "size"
        ) { ($0.limit, $0.offset) = (5, 2) },
        LiveRequest(
            "items on high shelves", "Item", .compare("shelf.rank", .greaterOrEqual, .integer(2)), by: [by("price")]),
        LiveRequest(
            "tagged items", "Item", .compare("tags.label", .equal, .string("a"), .caseInsensitive, quantifier: .any),
            by: [by("shelf.rank"), by("title")], section: "shelf.rank"),
        LiveRequest(
            "full shelves", "Shelf", .compare("items.@count", .greater, .integer(1)), by: [by("name")],
            section: "name"),
        LiveRequest("special items in the order of their keys", "Special"),
        LiveRequest("items alone", "Item", by: [by("price", false)], section: "price") {
            $0.includesSubentities = false
        },
        LiveRequest(
            "items with an e", "Item",
            .compare("title", .contains, .string("e"), [.caseInsensitive, .diacriticInsensitive]),
            by: [SortKey(["title"], options: [.caseInsensitive, .diacriticInsensitive]), by("size")]),
        LiveRequest("items without a shelf", "Item", .compare("shelf", .equal, .missing), by: [by("title")]),
        LiveRequest("saved items", "Item", .compare("size", .less, .integer(4)), by: [by("size")]) {
            $0.includesPendingChanges = false
        },
        LiveRequest("tags by number of items", "Tag", by: [by("items.@count"), by("label")], section: "items.@count"),
        LiveRequest(
            "items on shelves that are found", "Item",
            .comparison(
                FetchComparison(
                    .keyPath(["shelf"]), .isIn,
                    .fetch(
                        {
                            var shelves = FetchRequestDescription(entityName: "Shelf")
                            shelves.predicate = .compare("rank", .less, .integer(3))
                            return shelves
                        }(), countOnly: false))), by: [by("size")]),
        LiveRequest(
            "items that are not large, or priced", "Item",
            .or([.not(.compare("size", .greater, .integer(1))), .compare("price", .greater, .double(1))]),
            by: [by("price"), by("size", false)], section: "price"),
    ]
}
