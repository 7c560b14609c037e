import PolystoreCore
import PolystoreStorage

/// Dictionary results: columns, groups, conditions on groups and results that count once, with answers written by hand.
enum DictionaryCases {
    /// A result as text: the values by name, missing ones left out.
    private struct Row: Sendable {
        let promise: String
        let columns: [String]
        var grouping: [String] = []
        var having: String?
        var isDistinct = false
        var predicate: String?
        var sort: String?
        var limit: Int?
        var offset = 0
        let expected: [String]
    }

    /// Four sales in two regions, one without; the amounts 10, 20, 5 and none.
    private static let rows: [Row] = [
        Row(
            promise: "columns without groups are of each object, in the request's order",
            columns: ["region", "amount * 2", "customer.name"], sort: "number", limit: 2, offset: 1,
            expected: ["region=east amount * 2=40 customer.name=Bob", "region=west amount * 2=10"]),
        Row(
            promise: "aggregates without groups are of all objects",
            columns: ["count(SELF)", "count(amount)", "sum(amount)", "average(amount)", "min(amount)", "max(amount)"],
            expected: [
                "count(SELF)=4 count(amount)=3 sum(amount)=35 average(amount)=11.666666666666666 min(amount)=5 max(amount)=20"
            ]),
        Row(
            promise: "aggregates of nothing are 0 or missing", columns: ["count(SELF)", "sum(amount)", "max(amount)"],
            predicate: "number > 100", expected: ["count(SELF)=0 sum(amount)=0"]),
        Row(
            promise: "groups are ordered by their values, a missing one first, and it is a group of its own",
            columns: ["region", "sum(amount)", "count(SELF)"], grouping: ["region"],
            expected: [
                "sum(amount)=0 count(SELF)=1", "region=east sum(amount)=30 count(SELF)=2",
                "region=west sum(amount)=5 count(SELF)=1",
            ]),
        Row(
            promise: "a condition on groups chooses among them, and limit and offset count groups",
            columns: ["region", "max(amount) - min(amount)"], grouping: ["region"], having: "count(amount) > 0",
            limit: 1, offset: 0, expected: ["region=east max(amount) - min(amount)=10"]),
        Row(
            promise: "groups are of expressions and of paths, and only of objects that the predicate finds",
            columns: ["customer.name", "stddev(amount)"], grouping: ["customer.name"], predicate: "amount > 5",
            expected: ["customer.name=Ada stddev(amount)=0.0", "customer.name=Bob stddev(amount)=0.0"]),
        Row(
            promise: "an expression that is grouped by stands in columns", columns: ["amount / 10", "median(amount)"],
            grouping: ["amount / 10"],
            expected: [
                "", "amount / 10=0 median(amount)=5", "amount / 10=1 median(amount)=10",
                "amount / 10=2 median(amount)=20",
            ]),
        Row(
            promise: "groups are sorted by their aggregates, and then by their values",
            columns: ["region", "count(SELF)"], grouping: ["region"], sort: "-count(SELF), -region[c]",
            expected: ["region=east count(SELF)=2", "region=west count(SELF)=1", "count(SELF)=1"]),
        Row(
            promise: "equal results count once", columns: ["region"], isDistinct: true, sort: "number",
            expected: ["region=east", "region=west", ""]),
        Row(
            promise: "a limit counts results that count once", columns: ["region"], isDistinct: true, sort: "number",
            limit: 1, offset: 1, expected: ["region=west"]),
    ]

    static func add(to list: inout CaseList) {
        for row in rows {
            list.add(.fetch, "in dictionaries, \(row.promise)") { bench in
                let context = bench.context(try container(bench))
                try expect(try answers(row, context), is: row.expected)
            }
        }
        list.add(.fetch, "in dictionaries, unsaved changes count, in aggregates too") { bench in
            let context = bench.context(try container(bench))
            for sale in try context.find("Sale", by: [SortKey(["number"])]).prefix(1) {
                try sale.setValue(.integer(100), forKey: "amount")
            }
            let row = Row(
                promise: "", columns: ["region", "sum(amount)"], grouping: ["region"],
                expected: ["sum(amount)=0", "region=east sum(amount)=120", "region=west sum(amount)=5"])
            try expect(try answers(row, context), is: row.expected)
            context.rollback()
        }
        let refused: [(QueryError.Code, [String], [String])] = [
            (.ambiguousColumn, ["region", "region"], []),
            (.groupNeedsAggregate, ["amount", "sum(amount)"], ["region"]),
        ]
        for (code, columns, grouping) in refused {
            list.add(
                .errors, "dictionaries that make no sense are refused with code \(code.rawValue)",
                covers: [.queryError(code)]
            ) { bench in
                let context = bench.context(try container(bench))
                let row = Row(promise: "", columns: columns, grouping: grouping, expected: [])
                let error = try expectError(QueryError.self, code.rawValue) { _ = try answers(row, context) }
                try expect(error.code, is: code)
            }
        }
    }

    private static func answers(_ row: Row, _ context: ManagedObjectContext) throws -> [String] {
        var objects = FetchRequestDescription(entityName: "Sale")
        objects.predicate = try row.predicate.map { try FetchPredicate(format: $0) }
        objects.sortKeys = try SortKey.keys(format: row.sort ?? "")
        (objects.limit, objects.offset) = (row.limit, row.offset)
        let columns = try row.columns.map { NamedExpression($0, try FetchExpression(format: $0)) }
        let request = DictionaryRequestDescription(
            objects, columns: columns, grouping: try row.grouping.map { try FetchExpression(format: $0) },
            having: try row.having.map { try FetchPredicate(format: $0) }, isDistinct: row.isDistinct)
        return try context.fetchDictionaries(request).map { result in
            row.columns.compactMap { name in
                result[name].map { value in
                    switch value {
                    case .string(let text): "\(name)=\(text)"
                    case .integer(let number): "\(name)=\(number)"
                    case .double(let number): "\(name)=\(number)"
                    default: "\(name)=\(value.kindName)"
                    }
                }
            }.joined(separator: " ")
        }
    }

    private static func container(_ bench: ConformanceFixture) throws -> PersistentContainer {
        let model = ModelDescription.of(
            .named(
                "Sale",
                [.required("number", .integer64), .optional("region", .string), .optional("amount", .integer64)],
                [.one("customer", to: "Customer", inverse: "sales")]),
            .named("Customer", [.optional("name", .string)], [.many("sales", to: "Sale", inverse: "customer")]))
        return try bench.shared("dictionaries", model) { context in
            let customers = try ["Ada", "Bob"].map { try context.add("Customer", ["name": .string($0)]) }
            let sales: [(String?, Int64?, Int?)] = [
                ("east", 10, 0), ("east", 20, 1), ("west", 5, nil), (nil, nil, nil),
            ]
            for (index, (region, amount, customer)) in sales.enumerated() {
                let sale = try context.add("Sale", ["number": .integer(Int64(index + 1))])
                if let region { try sale.setValue(.string(region), forKey: "region") }
                if let amount { try sale.setValue(.integer(amount), forKey: "amount") }
                if let customer { try sale.setRelatedObject(customers[customer], forKey: "customer") }
            }
        }
    }
}
