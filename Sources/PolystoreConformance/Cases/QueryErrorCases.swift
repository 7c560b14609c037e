import Foundation
import PolystoreCore
import PolystoreStorage

/// Requests that cannot be read, resolved or evaluated: each gives its code, names the place, and reads nothing.
enum QueryErrorCases {
    private struct Row: Sendable {
        let code: QueryError.Code
        let what: String
        let request: @Sendable (inout FetchRequestDescription) throws -> Void

        init(
            _ code: QueryError.Code, _ what: String,
            _ request: @escaping @Sendable (inout FetchRequestDescription) throws -> Void
        ) {
            self.code = code
            self.what = what
            self.request = request
        }

        init(
            _ code: QueryError.Code, _ what: String, _ path: String, _ comparator: FetchComparison.Operator,
            _ right: FetchExpression, _ quantifier: FetchComparison.Quantifier = .none
        ) {
            self.init(code, what) { $0.predicate = .compare(path, comparator, right, quantifier: quantifier) }
        }
    }

    private static let one = FetchExpression.constant(.integer(1))
    private static let text = FetchExpression.constant(.string("x"))

    private static let comparisons: [Row] = [
        Row(.unknownProperty, "a property that no entity has", "agee", .equal, one),
        Row(.unknownProperty, "an unknown property behind a relationship", "employer.agee", .equal, one),
        Row(.foreignProperty, "a property of another entity", "total", .equal, one),
        Row(.pathBeyondValue, "a path that goes on after a value", "name.age", .equal, one),
        Row(.toManyNeedsQuantifier, "a to-many path without ANY, ALL or NONE", "friends.age", .equal, one),
        Row(.quantifierNeedsToMany, "ANY before a path without a to-many step", "age", .equal, one, .any),
        Row(
            .severalToManySteps, "two to-many paths in one comparison", "friends.age", .equal,
            .keyPath(["friends", "age"]), .any),
        Row(.countNeedsToMany, "a count of a to-one relationship", "employer.@count", .equal, one),
        Row(.wrongType, "a number compared with a text", "age", .equal, text),
        Row(.wrongType, "a text compared with a number", "name", .less, one),
        Row(.wrongType, "a UUID compared with a text that is none", "code", .equal, text),
        Row(.notComparable, "two attributes of different kinds", "name", .equal, .keyPath(["age"])),
        Row(.notComparable, "an order of objects", "employer", .less, .constant(.missing)),
        Row(.textOperatorNeedsText, "CONTAINS on a number", "age", .contains, text),
        Row(.notANumber, "a comparison with NaN", "score", .less, .constant(.double(.nan))),
        Row(.listExpected, "IN without a list", "age", .isIn, one),
        Row(.twoBoundsExpected, "BETWEEN with one bound", "age", .between, .aggregate([one])),
        Row(.unboundVariable, "a variable without a value", "age", .equal, .variable("AGE")),
        Row(.notQueryable, "a transformable compared with bytes", "mood", .equal, .constant(.data(Data()))),
        Row(.transientProperty, "a transient property", "draft", .equal, text),
        Row(.unsupportedExpression, "a function that requests do not have", "age", .equal, .function("random", [])),
        Row(.unknownFunction, "a function that there is not", "age", .equal, .function("nwo", [])),
        Row(.wrongOperandCount, "a function of one operand with none", "age", .equal, .function("sqrt", [])),
        Row(
            .arithmeticOverflow, "a sum beyond 64 bits", "age", .less,
            .function("add:to:", [.keyPath(["age"]), .constant(.integer(.max))])),
        Row(.patternTooCostly, "a regular expression whose steps double with each letter") {
            let text = String(repeating: "a", count: 40)
            $0.predicate = .comparison(
                FetchComparison(.constant(.string(text)), .matches, .constant(.string("(a+)+b"))))
        },
        Row(.invalidPattern, "a regular expression that cannot be read", "name", .matches, .constant(.string("("))),
    ]

    private static let others: [Row] = [
        Row(.unknownEntity, "an entity that the model does not have") { $0.entityName = "Persn" },
        Row(.invalidLimit, "a negative limit") { $0.limit = -1 },
        Row(.invalidLimit, "a negative offset") { $0.offset = -1 },
        Row(.invalidLimit, "batches of none") { $0.batchSize = 0 },
        Row(.sortThroughToMany, "an order through a to-many relationship") {
            $0.sortKeys = [SortKey(["friends", "age"])]
        },
        Row(.notSortable, "an order by bytes") { $0.sortKeys = [SortKey(["photo"])] },
        Row(.unknownProperty, "an order by an unknown property") { $0.sortKeys = [SortKey(["nam"])] },
        Row(.prefetchNeedsRelationship, "prefetching an attribute") { $0.prefetchedKeyPaths = [["name"]] },
        Row(.tooDeep, "a predicate of a thousand levels") {
            var predicate = FetchPredicate.compare("age", .equal, .integer(1))
            for _ in 0..<300 { predicate = .not(.not(.and([predicate, .constant(true)]))) }
            $0.predicate = predicate
        },
        Row(.foreignObject, "an object of another hierarchy") {
            let object = ObjectID(store: .none, root: RootNumber(interning: "Order"), key: 1)
            $0.predicate = .compare("employer", .equal, .object(object))
        },
        Row(.invalidSyntax, "a text that is no predicate") { $0.predicate = try FetchPredicate(format: "age > > 3") },
        Row(.reservedWord, "a word of the language that is also a property") {
            $0.predicate = try FetchPredicate(format: "no == 3")
        },
        Row(.argumentMismatch, "a placeholder without an argument") {
            $0.predicate = try FetchPredicate(format: "age > %@", expressions: [])
        },
        Row(.tooLong, "a text of two million letters") {
            $0.predicate = try FetchPredicate(format: "name == '" + String(repeating: "x", count: 2_000_000) + "'")
        },
    ]

    private static var model: ModelDescription {
        var draft = AttributeDescription.optional("draft", .string)
        draft.isTransient = true
        return .of(
            .named(
                "Person",
                [
                    .optional("name", .string), .optional("age", .integer64), .optional("score", .double),
                    .optional("photo", .binary), .optional("code", .uuid), .optional("mood", .transformable), draft,
                    .optional("no", .integer64),
                ],
                [
                    .one("employer", to: "Company"), .one("friendOf", to: "Person", inverse: "friends"),
                    .many("friends", to: "Person", inverse: "friendOf"),
                ]),
            .named("Company", [.optional("name", .string)]), .named("Order", [.optional("total", .integer64)]))
    }

    static func add(to list: inout CaseList) {
        for row in comparisons + others {
            list.add(.errors, "\(row.what) is refused with code \(row.code.rawValue)", covers: [.queryError(row.code)])
            { bench in
                let context = bench.context(
                    try bench.shared("queries", model) {
                        try $0.add("Person", ["age": .integer(1), "name": .string("x")])
                    })
                let error = try expectError(QueryError.self, row.what) {
                    var request = FetchRequestDescription(entityName: "Person")
                    try row.request(&request)
                    do {
                        _ = try context.fetch(FetchRequest<ManagedObject>(request))
                    } catch let error as FetchError {
                        // What goes wrong with a row comes with the fetch that met it.
                        throw error.cause as? QueryError ?? error
                    }
                }
                try expect(error.code, is: row.code)
                try expect(try context.find("Person").count, is: 1, "the context goes on")
            }
        }
    }
}
