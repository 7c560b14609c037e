import Foundation
import PolystoreCore
import PolystoreStorage

/// Numbers of different types compared exactly, and what arithmetic says.
enum NumberCases {
    /// Attribute, operator, constant, and whether the one row is found.
    private struct Row: Sendable {
        let type: AttributeType
        let stored: Value
        let comparator: FetchComparison.Operator
        let constant: Value
        let isFound: Bool

        init(
            _ type: AttributeType, _ stored: Value, _ comparator: FetchComparison.Operator, _ constant: Value,
            _ isFound: Bool
        ) {
            self.type = type
            self.stored = stored
            self.comparator = comparator
            self.constant = constant
            self.isFound = isFound
        }
    }

    private static let large: Int64 = 9_007_199_254_740_993

    private static let rows: [Row] = [
        Row(.integer64, .integer(large), .equal, .double(9_007_199_254_740_992), false),
        Row(.integer64, .integer(large), .greater, .double(9_007_199_254_740_992), true),
        Row(.integer64, .integer(large - 1), .equal, .double(9_007_199_254_740_992), true),
        Row(.integer64, .integer(.max), .less, .double(9_223_372_036_854_775_808), true),
        Row(.integer64, .integer(.max), .equal, .double(9_223_372_036_854_775_808), false),
        Row(.integer64, .integer(.min), .equal, .double(-9_223_372_036_854_775_808), true),
        Row(.integer64, .integer(.max), .less, .double(.infinity), true),
        Row(.integer64, .integer(.min), .greater, .double(-.infinity), true),
        Row(.integer64, .integer(1), .less, .double(1.5), true),
        Row(.integer64, .integer(2), .greater, .double(1.5), true),
        Row(.integer64, .integer(0), .equal, .double(-0.0), true),
        Row(.integer16, .integer(7), .equal, .integer(7), true),
        Row(.integer16, .integer(7), .less, .integer(100_000), true),
        Row(.integer16, .integer(7), .equal, .decimal(7), true),
        Row(.integer32, .integer(-7), .greater, .decimal(decimal("-7.1")), true),
        // A decimal with a fraction beside a floating-point attribute is the nearest number of its type, as a literal is.
        Row(.double, .double(0.1), .equal, .decimal(decimal("0.1")), true),
        Row(.double, .double(0.1), .greater, .decimal(decimal("0.1")), false),
        Row(.float, .double(Double(Float(0.1))), .equal, .decimal(decimal("0.1")), true),
        Row(.double, .double(0.5), .equal, .decimal(decimal("0.5")), true),
        Row(.double, .double(1e300), .greater, .integer(.max), true),
        Row(.double, .double(9_007_199_254_740_992), .less, .integer(large), true),
        Row(.double, .double(.infinity), .greater, .integer(.max), true),
        Row(.double, .double(3), .equal, .integer(3), true),
        Row(.float, .double(Double(Float(0.1))), .equal, .double(0.1), false),
        Row(.float, .double(Double(Float(0.1))), .greater, .double(0.1), true),
        Row(.float, .double(16_777_216), .equal, .integer(16_777_216), true),
        Row(.float, .double(16_777_216), .less, .integer(16_777_217), true),
        Row(.decimal, .decimal(decimal("0.1")), .equal, .double(0.1), false),
        Row(.decimal, .decimal(decimal("0.1")), .less, .double(0.1), true),
        Row(.decimal, .decimal(decimal("9007199254740993")), .equal, .integer(large), true),
        Row(.decimal, .decimal(decimal("1.50")), .equal, .decimal(decimal("1.5")), true),
        Row(.decimal, .decimal(decimal("12345678901234567890.1")), .greater, .double(12_345_678_901_234_567_168), true),
        Row(.decimal, .decimal(decimal("1")), .less, .double(.infinity), true),
        Row(.boolean, .boolean(true), .equal, .integer(1), true),
        Row(.boolean, .boolean(false), .equal, .integer(0), true),
        Row(.boolean, .boolean(true), .equal, .integer(0), false),
    ]

    private static func decimal(_ text: String) -> Decimal { Decimal(string: text) ?? .zero }

    static func add(to list: inout CaseList) {
        for row in rows {
            let promise =
                "\(row.type.rawValue) \(row.stored) \(row.comparator.text) \(row.constant) is \(row.isFound), exactly"
            list.add(.fetch, promise, covers: [.attributeType(row.type), .comparison(row.comparator)]) { bench in
                let container = try bench.shared("numbers", model) { context in
                    for (number, row) in rows.enumerated() {
                        try context.add(
                            "Number", ["number": .integer(Int64(number)), row.type.rawValue + "Sample": row.stored])
                    }
                }
                let number = rows.firstIndex { $0.type == row.type && $0.stored == row.stored } ?? 0
                let predicate = FetchPredicate.and([
                    .compare("number", .equal, .integer(Int64(number))),
                    .compare(row.type.rawValue + "Sample", row.comparator, row.constant),
                ])
                let context = bench.context(container)
                try expect(try context.find("Number", predicate).count, is: row.isFound ? 1 : 0)
                let complement = FetchPredicate.and([
                    .compare("number", .equal, .integer(Int64(number))),
                    .not(.compare(row.type.rawValue + "Sample", row.comparator, row.constant)),
                ])
                try expect(try context.find("Number", complement).count, is: row.isFound ? 0 : 1, "the complement")
            }
        }
    }

    private static var model: ModelDescription {
        let types: [AttributeType] = [.integer16, .integer32, .integer64, .decimal, .double, .float, .boolean]
        return .of(
            .named(
                "Number", [.required("number", .integer64)] + types.map { .optional($0.rawValue + "Sample", $0) }))
    }
}
