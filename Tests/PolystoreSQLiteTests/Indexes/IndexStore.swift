import Foundation
import PolystoreModel
import PolystoreQuery
import PolystoreStorage
import Testing

@testable import PolystoreSQLite

/// A store of 4,000 items of three levels of inheritance, with indexes of every shape.
enum IndexStore {
    static let count: Int64 = 4000

    /// A predicate over an entity.
    struct Search: Sendable {
        var predicate: String
        var entity = "Item"
    }

    /// A question with the index that is to answer it.
    struct Shape: Sendable {
        var predicate: String
        var entity = "Item"
        var order = ""
        var limit: Int?
        var index: String
        /// What the index is searched for, where it answers only a part of the question.
        var searched: Search?
    }

    static let shapes: [Shape] = [
        // Compound: equality of all, in any order of the request; of the first and a range; of the first alone.
        Shape(predicate: "category == 5 AND day == 50", index: "Z_Item_byBoth"),
        Shape(predicate: "day == 50 AND category == 5", index: "Z_Item_byBoth"),
        Shape(predicate: "category == 5 AND day > 90", index: "Z_Item_byBoth"),
        Shape(predicate: "category == 5 AND day BETWEEN {10, 20}", index: "Z_Item_byBoth"),
        Shape(predicate: "category IN {5, 6} AND day == 7", index: "Z_Item_byBoth"),
        Shape(predicate: "category == 5", index: "Z_Item_byBoth"),
        Shape(predicate: "category == 5", order: "day", limit: 7, index: "Z_Item_byBoth"),
        // A lone text beside others that no index answers.
        Shape(predicate: "category == 5 AND day == 50 AND name CONTAINS 'e'", index: "Z_Item_byBoth"),
        // Descending: a range, its first rows, the first of all in both directions.
        Shape(predicate: "score > 3990", index: "Z_Item_byScore"),
        Shape(predicate: "score <= 10", index: "Z_Item_byScore"),
        Shape(predicate: "score < 3000", order: "-score", limit: 50, index: "Z_Item_byScore"),
        Shape(predicate: "TRUEPREDICATE", order: "-score", limit: 50, index: "Z_Item_byScore"),
        Shape(predicate: "TRUEPREDICATE", order: "score", limit: 50, index: "Z_Item_byScore"),
        // Text: one, a prefix, many.
        Shape(predicate: "name == 'name-77'", index: "Z_Item_UNIQUE_name"),
        Shape(predicate: "name BEGINSWITH 'name-12'", index: "Z_Item_UNIQUE_name"),
        Shape(predicate: "name BEGINSWITH 'näme'", index: "Z_Item_UNIQUE_name"),
        Shape(predicate: "TRUEPREDICATE", order: "-name", limit: 50, index: "Z_Item_UNIQUE_name"),
        Shape(predicate: "name IN {\(many)}", index: "Z_Item_UNIQUE_name"),
        // Optional: a value, a range, none.
        Shape(predicate: "note == 'note-300'", index: "Z_Item_byNote"),
        Shape(predicate: "note > 'note-3'", index: "Z_Item_byNote"),
        Shape(predicate: "note == nil", index: "Z_Item_byNote"),
        Shape(predicate: "note == nil OR name == 'name-77'", index: "Z_Item_byNote"),
        // Inheritance: attributes of each level, asked of each level, and a lower level alone.
        Shape(predicate: "grade == 9", entity: "Part", index: "Z_Part_byGrade"),
        Shape(predicate: "grade > 95", entity: "Part", index: "Z_Part_byGrade"),
        Shape(
            predicate: "grade == 9", entity: "Bolt", index: "Z_Part_byGrade",
            searched: Search(predicate: "grade == 9", entity: "Part")),
        Shape(predicate: "length < 12", entity: "Bolt", index: "Z_Bolt_byLength"),
        Shape(
            predicate: "score > 3990", entity: "Bolt", index: "Z_Item_byScore",
            searched: Search(predicate: "score > 3990")),
        Shape(
            predicate: "name CONTAINS '7'", entity: "Bolt", index: "ZITEM_Z_ENT_INDEX",
            searched: Search(predicate: "TRUEPREDICATE", entity: "Bolt")),
        // Decimals, of which rows that others edited have no exact bytes.
        Shape(predicate: "price == 12.5", index: "Z_Item_byPrice"),
        Shape(predicate: "price < 2", index: "Z_Item_byPrice"),
        // References: an object, an attribute of one, of one behind it.
        Shape(predicate: "owner.code == 'code-3'", index: "ZITEM_ZOWNER_INDEX"),
        Shape(predicate: "owner.code BEGINSWITH 'code-3'", index: "ZITEM_ZOWNER_INDEX"),
        Shape(
            predicate: "owner.code == 'code-3' AND day == 50", index: "ZITEM_ZOWNER_INDEX",
            searched: Search(predicate: "owner.code == 'code-3'")),
        Shape(predicate: "owner.patron.code == 'code-3'", index: "ZITEM_ZOWNER_INDEX"),
    ]

    private static let many = (0..<100).map { "'name-\($0 * 31)'" }.joined(separator: ", ")

    static func filled(_ change: (inout StoreOpening) -> Void = { _ in }) throws -> TestStore {
        var model = ModelDescription(name: "items")
        model.entities = [
            TestModel.entity(
                "Owner", [TestModel.attribute("code", .string)],
                [TestModel.toOne("patron", "Owner")]
            ) { $0.indexes = [index("byCode", "code")] },
            TestModel.entity(
                "Item",
                [
                    TestModel.attribute("category", .integer64), TestModel.attribute("day", .integer64),
                    TestModel.attribute("name", .string), TestModel.attribute("score", .double),
                    TestModel.attribute("note", .string), TestModel.attribute("price", .decimal),
                ], [TestModel.toOne("owner", "Owner")]
            ) { entity in
                entity.uniquenessConstraints = [["name"]]
                entity.indexes = [
                    index("byBoth", "category", "day"), index("byScore", "-score"), index("byNote", "note"),
                    index("byPrice", "price"),
                ]
            },
            TestModel.entity("Part", parent: "Item", [TestModel.attribute("grade", .integer32)]) {
                $0.indexes = [index("byGrade", "grade")]
            },
            TestModel.entity("Bolt", parent: "Part", [TestModel.attribute("length", .integer32)]) {
                $0.indexes = [index("byLength", "length")]
            },
        ]
        let store = try TestStore(ManagedObjectModel(model), change)
        try store.insert(
            try (1...40).map { (key: Int64) -> MutableRow in
                let row = try store.row("Owner", key, ["code": .string("code-\(key)")])
                try store.set(row, "patron", .object(store.id("Owner", key % 7 + 1)))
                return row
            })
        try store.insert(try (1...count).map { try row($0, store) })
        return store
    }

    private static func row(_ key: Int64, _ store: TestStore) throws -> MutableRow {
        let entity = key % 4 == 0 ? "Bolt" : key % 4 == 1 ? "Part" : "Item"
        let row = try store.row(
            entity, key,
            [
                "category": .integer(key % 20), "day": .integer(key / 40), "score": .double(Double(key * 7919 % 4001)),
                "name": .string(key == 4000 ? "nämet" : "name-\(key * 31 % 4001)"),
                "price": .decimal(Decimal(key) / 8),
            ])
        if key % 100 == 0 { try store.set(row, "note", .string("note-\(key)")) }
        if entity != "Item" { try store.set(row, "grade", .integer(key * 7 % 101)) }
        if entity == "Bolt" { try store.set(row, "length", .integer(key / 4)) }
        try store.set(row, "owner", .object(store.id("Owner", key % 40 + 1)))
        return row
    }

    private static func index(_ name: String, _ properties: String...) -> FetchIndexDescription {
        .init(
            name: name,
            elements: properties.map { property in
                .init(property: String(property.trimmingPrefix("-")), isAscending: !property.hasPrefix("-"))
            })
    }

    /// The question what the index of a shape is searched for: the whole question unless the shape says otherwise.
    static func searched(_ shape: Shape, _ store: TestStore) throws -> StoreQuery {
        var search = shape
        if let part = shape.searched { (search.predicate, search.entity) = (part.predicate, part.entity) }
        return try query(search, store)
    }

    static func query(_ shape: Shape, _ store: TestStore) throws -> StoreQuery {
        var description = FetchRequestDescription(entityName: shape.entity)
        description.predicate = try FetchPredicate(format: shape.predicate)
        if !shape.order.isEmpty { description.sortKeys = try SortKey.keys(format: shape.order) }
        let request = try RequestResolver(model: store.model).resolve(description)
        var query = try store.query(shape.entity, request.predicate)
        (query.sortKeys, query.isOrdered, query.limit) = (request.sortKeys, !shape.order.isEmpty, shape.limit)
        return query
    }
}
