import PolystoreCore
import PolystoreStorage

/// Queries beside unsaved changes: the saved state plus its own, with subentities, order, limit and
/// dictionaries.
enum PendingCases {
    /// Shapes 1 to 4 are saved, of which 3 and 4 are polygons.
    ///
    /// Then 2 becomes 20, 3 is deleted, and polygon 5 and shape 0 are new.
    private struct Row: Sendable {
        let promise: String
        var entity = "Shape"
        var predicate: String?
        var sort = "number"
        var limit: Int?
        var offset = 0
        var includesSubentities = true
        /// With the changes, and without.
        let expected: ([Int], [Int])
    }

    private static let rows: [Row] = [
        Row(promise: "all objects", expected: ([0, 1, 4, 5, 20], [1, 2, 3, 4])),
        Row(promise: "without subentities", includesSubentities: false, expected: ([0, 1, 20], [1, 2])),
        Row(promise: "of a subentity", entity: "Polygon", expected: ([4, 5], [3, 4])),
        Row(promise: "the first two", limit: 2, expected: ([0, 1], [1, 2])),
        Row(promise: "the last two", sort: "-number", limit: 2, expected: ([20, 5], [4, 3])),
        Row(promise: "a window in the middle", limit: 2, offset: 2, expected: ([4, 5], [3, 4])),
        Row(
            promise: "a window without subentities", limit: 2, offset: 1, includesSubentities: false,
            expected: ([1, 20], [2])),
        Row(promise: "by a predicate on what was changed", predicate: "number > 4", expected: ([5, 20], [])),
        Row(
            promise: "by a predicate that no longer holds", predicate: "number BETWEEN {2, 3}",
            expected: ([], [2, 3])),
        Row(promise: "by an expression", sort: "-number * 2", limit: 3, expected: ([20, 5, 4], [4, 3, 2])),
    ]

    static func add(to list: inout CaseList) {
        for row in rows {
            list.add(
                .fetch, "with unsaved changes, \(row.promise): objects, IDs, counts, batches and dictionaries agree"
            ) { bench in
                let context = try changed(bench)
                for (includes, expected) in [(true, row.expected.0), (false, row.expected.1)] {
                    var description = FetchRequestDescription(entityName: row.entity)
                    description.predicate = try row.predicate.map { try FetchPredicate(format: $0) }
                    description.sortKeys = try SortKey.keys(format: row.sort)
                    (description.limit, description.offset) = (row.limit, row.offset)
                    description.includesSubentities = row.includesSubentities
                    description.includesPendingChanges = includes
                    let what = includes ? "with the changes" : "without"
                    let request = FetchRequest<ManagedObject>(description)
                    let found = try context.fetch(request)
                    if includes { try expect(try found.numbers(), is: expected, what) }
                    try expect(found.count, is: expected.count, what)
                    try expect(try context.count(request), is: expected.count, "count \(what)")
                    try expect(try context.fetchIDs(request), is: found.map(\.objectID), "IDs \(what)")
                    var streamed: [ObjectID] = []
                    try context.forEachBatch(request.batchSize(2)) { batch in
                        streamed += batch.map(\.objectID)
                        return true
                    }
                    try expect(streamed, is: found.map(\.objectID), "batches \(what)")
                    let columns = [NamedExpression("number", .keyPath(["number"]))]
                    let values = try context.fetchDictionaries(
                        DictionaryRequestDescription(description, columns: columns))
                    try expect(
                        values.map { $0["number"] }, is: expected.map { .integer(Int64($0)) }, "dictionaries \(what)")
                }
                context.rollback()
            }
        }
        list.add(.fetch, "with unsaved changes, groups and their aggregates are of the saved state plus the changes") {
            bench in
            let context = try changed(bench)
            for (includes, expected) in [(true, ["0: 4, 30"]), (false, ["0: 4, 10"])] {
                var description = FetchRequestDescription(entityName: "Shape")
                description.includesPendingChanges = includes
                description.predicate = try FetchPredicate(format: "number > 0")
                let found = try context.fetchDictionaries(
                    DictionaryRequestDescription(
                        description,
                        columns: [
                            NamedExpression("group", try FetchExpression(format: "number * 0")),
                            NamedExpression("count", try FetchExpression(format: "count(SELF)")),
                            NamedExpression("sum", try FetchExpression(format: "sum(number)")),
                        ], grouping: [try FetchExpression(format: "number * 0")]))
                let texts = found.map { row in
                    let numbers = ["group", "count", "sum"].map { name in
                        if case .integer(let number)? = row[name] { String(number) } else { "-" }
                    }
                    return "\(numbers[0]): \(numbers[1]), \(numbers[2])"
                }
                try expect(texts, is: expected)
            }
            context.rollback()
        }
        list.add(
            .fetch, "with unsaved changes, what is stored and no longer counts is not computed with, and cannot fail"
        ) { bench in
            let context = try replaced(bench)
            for format in ["number + 1 > 0", "name MATCHES \"(a*)*b\" OR number * 2 > 0", "sum({number, 1}) > 0"] {
                var description = FetchRequestDescription(entityName: "Dial")
                description.predicate = try FetchPredicate(format: format)
                var request = FetchRequest<ManagedObject>(description)
                try expect(try context.fetch(request).count, is: 3, format)
                try expect(try context.count(request), is: 3, "count where \(format)")
                request.description.sortKeys = try SortKey.keys(format: "-number + 1")
                try expect(try context.fetch(request).numbers(), is: [3, 2, 1], format)
                let sums = try context.fetchDictionaries(
                    DictionaryRequestDescription(
                        description, columns: [NamedExpression("sum", try FetchExpression(format: "sum(number + 1)"))],
                        grouping: [try FetchExpression(format: "number / 10")]))
                try expect(sums, is: [["sum": .integer(9)]], "groups where \(format)")
                // As it is stored, it does fail.
                request.description.includesPendingChanges = false
                do {
                    let count = try context.count(request)
                    throw ConformanceFailure("\(count) objects where \(format) of what overflows")
                } catch is FetchError {}
            }
            context.rollback()
        }
    }

    /// Dials 1 and 2, and unsaved: the greatest numbers are now 3, and deleted.
    private static func replaced(_ bench: ConformanceFixture) throws -> ManagedObjectContext {
        let container = try bench.shared(
            "replaced", .of(.named("Dial", [.required("number", .integer64), .optional("name", .string)]))
        ) { context in
            for number in [1, Int64.max, 2, Int64.max] {
                let name = String(repeating: "a", count: number == .max ? 60 : 1)
                try context.add("Dial", ["number": .integer(number), "name": .string(name)])
            }
        }
        let context = bench.context(container)
        let greatest = try context.find("Dial", by: [SortKey(["number"], ascending: false)]).prefix(2)
        guard let first = greatest.first, let last = greatest.last else { return context }
        try first.setValue(.integer(3), forKey: "number")
        try first.setValue(.string("a"), forKey: "name")
        context.delete(last)
        return context
    }

    private static func changed(_ bench: ConformanceFixture) throws -> ManagedObjectContext {
        var polygon = EntityDescription(name: "Polygon")
        polygon.superentityName = "Shape"
        polygon.attributes = [.optional("corners", .integer64)]
        let container = try bench.shared(
            "pending", .of(.named("Shape", [.required("number", .integer64)]), polygon)
        ) { context in
            for number in 1...4 {
                try context.add(number < 3 ? "Shape" : "Polygon", ["number": .integer(Int64(number))])
            }
        }
        let context = bench.context(container)
        let shapes = try context.find("Shape", by: [SortKey(["number"])])
        try shapes[1].setValue(.integer(20), forKey: "number")
        context.delete(shapes[2])
        try context.add("Polygon", ["number": .integer(5)])
        try context.add("Shape", ["number": .integer(0)])
        return context
    }
}
