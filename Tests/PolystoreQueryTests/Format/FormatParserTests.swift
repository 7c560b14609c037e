import Foundation
import PolystoreModel
import Testing

@testable import PolystoreQuery

@Suite("The predicate language")
struct FormatParserTests {
    private func key(_ names: String...) -> FetchExpression { .keyPath(names) }

    private func compare(
        _ left: FetchExpression, _ comparator: FetchComparison.Operator, _ right: Value,
        _ quantifier: FetchComparison.Quantifier = .none, _ options: FetchComparison.Options = []
    ) -> FetchPredicate {
        .comparison(
            FetchComparison(left, comparator, .constant(right), quantifier: quantifier, options: options))
    }

    @Test("comparisons, logic, quantifiers, lists and literals read as what they say")
    func forms() throws {
        let one = compare(key("age"), .equal, .integer(1))
        let cases: [(String, FetchPredicate)] = [
            ("age = 1", one), ("age == 1", one), ("(age==1)", one), ("((age == 1))", one),
            ("age != -1", compare(key("age"), .notEqual, .integer(-1))),
            ("age <> 1", compare(key("age"), .notEqual, .integer(1))),
            ("age =< 1", compare(key("age"), .lessOrEqual, .integer(1))),
            ("age => 1", compare(key("age"), .greaterOrEqual, .integer(1))),
            ("NOT age = 1", .not(one)), ("!age = 1", .not(one)), ("not not age = 1", .not(.not(one))),
            ("age = 1 AND age = 1 and age = 1", .and([one, one, one])),
            ("age = 1 && (age = 1 && age = 1)", .and([one, .and([one, one])])),
            ("age = 1 OR age = 1 AND NOT age = 1", .or([one, .and([one, .not(one)])])),
            ("age = 1 || age = 1", .or([one, one])),
            ("TRUEPREDICATE AND falsepredicate", .and([.constant(true), .constant(false)])),
            ("ANY staff.age = 1", compare(key("staff", "age"), .equal, .integer(1), .any)),
            ("some staff.age = 1", compare(key("staff", "age"), .equal, .integer(1), .any)),
            ("ALL staff.age = 1", compare(key("staff", "age"), .equal, .integer(1), .all)),
            ("NONE staff.age = 1", compare(key("staff", "age"), .equal, .integer(1), .noneOf)),
            ("staff.@count = 1", compare(key("staff", "@count"), .equal, .integer(1))),
            ("SELF = nil", compare(.evaluatedObject, .equal, .missing)),
            ("SELF.age = 1", compare(key("SELF", "age"), .equal, .integer(1))),
            (
                "name CONTAINS[cd] 'x'",
                compare(
                    key("name"), .contains, .string("x"), .none, [.caseInsensitive, .diacriticInsensitive])
            ),
            ("name beginswith [n] 'x'", compare(key("name"), .beginsWith, .string("x"), .none, .normalized)),
            ("name LIKE \"a\\\\*\\\"\\n\\u{e9}\"", compare(key("name"), .like, .string("a\\*\"\né"))),
            ("active = YES", compare(key("active"), .equal, .boolean(true))),
            ("active = false", compare(key("active"), .equal, .boolean(false))),
            ("x = NULL", compare(key("x"), .equal, .missing)),
            ("#in = 1", compare(key("in"), .equal, .integer(1))),
            ("`a b`.in = 1", compare(key("a b", "in"), .equal, .integer(1))),
            ("größe = 1", compare(key("größe"), .equal, .integer(1))),
            ("x = 1.50", compare(key("x"), .equal, .decimal(Decimal(string: "1.5") ?? 0))),
            ("x = 15e-1", compare(key("x"), .equal, .double(1.5))),
            ("x = -INFINITY", compare(key("x"), .equal, .double(-.infinity))),
            (
                "x = 9223372036854775808",
                compare(
                    key("x"), .equal, .decimal(Decimal(string: "9223372036854775808") ?? 0))
            ),
            ("x = -9223372036854775808", compare(key("x"), .equal, .integer(.min))),
            (
                "x = date(\"2001-01-02\")",
                compare(
                    key("x"), .equal, .date(Date(timeIntervalSinceReferenceDate: 86_400)))
            ),
            ("x = date(-0.5)", compare(key("x"), .equal, .date(Date(timeIntervalSinceReferenceDate: -0.5)))),
            ("date = 1", compare(key("date"), .equal, .integer(1))),
            ("x = data('AQI=')", compare(key("x"), .equal, .data(Data([1, 2])))),
            (
                "age IN {1, $X, 'b'}",
                .comparison(
                    FetchComparison(
                        key("age"), .isIn,
                        .aggregate([.constant(.integer(1)), .variable("X"), .constant(.string("b"))])))
            ),
            (
                "age IN (1, 2)",
                .comparison(
                    FetchComparison(
                        key("age"), .isIn, .aggregate([.constant(.integer(1)), .constant(.integer(2))])))
            ),
            ("age IN {}", .comparison(FetchComparison(key("age"), .isIn, .aggregate([])))),
            (
                "age BETWEEN {1, boss.age}",
                .comparison(
                    FetchComparison(
                        key("age"), .between, .aggregate([.constant(.integer(1)), key("boss", "age")])))
            ),
            ("age > boss.age", .comparison(FetchComparison(key("age"), .greater, key("boss", "age")))),
        ]
        for (text, expected) in cases {
            #expect(try FetchPredicate(format: text) == expected, "\(text)")
        }
    }

    @Test("placeholders take arguments and key paths")
    func arguments() throws {
        #expect(
            try FetchPredicate(format: "%K > %@ AND name IN %@", "boss.age", 3, ["a", "b"])
                == FetchPredicate(format: "boss.age > 3 AND name IN {'a', 'b'}"))
        #expect(
            try FetchPredicate(format: "boss.%K = %@", "age", Int?.none) == FetchPredicate(format: "boss.age = nil"))
        #expect(throws: QueryError(.argumentMismatch, [.offset: "6", .found: "0"])) {
            try FetchPredicate(format: "age = %@")
        }
        #expect(throws: QueryError(.argumentMismatch, [.expected: "0", .found: "1"])) {
            try FetchPredicate(format: "age = 1", 2)
        }
        #expect(throws: QueryError(.argumentMismatch, [.offset: "0", .expected: "a key path for %K"])) {
            try FetchPredicate(format: "%K = 1", 2)
        }
    }

    @Test("what is wrong is said with its place")
    func errors() throws {
        let cases: [(String, Int)] = [
            ("", 0), ("age", 3), ("age >", 5), ("age > 3 AND", 11), ("age ~ 3", 4), ("age > 3)", 7), ("(age > 3", 8),
            ("age > 'x", 6), ("age > \"\\", 7), ("age IN {1 2}", 10), ("age IN {1,", 10), ("name ==[x] 'a'", 8),
            ("name ==[c 'a'", 10), ("a. = 1", 3), ("a.@ = 1", 2), ("and = 1", 0), ("x = -", 5), ("x = $", 4),
            ("x = 0b12", 4),
            ("x = %y", 4), ("x = 1 +", 7), ("(x = 1) + 1 = 2", 8), ("sum(x = 1", 6), ("SUBQUERY(a, x, b = 1)", 12),
            ("TERNARY(a, 1, 2) = 1", 9), ("x[1 = 2", 4), ("a UNION = 1", 8), ("1 + (x = 1) = 2", 4),
            ("x = date('nonsense')", 9), ("x = 1e999", 4), ("ANY ANY x = 1", 4), ("`x = 1", 0),
            ("é = = 1", 5), ("x = '\\u{110000}'", 5), ("x = 1 y = 2", 6), ("TRUE", 4),
        ]
        for (text, offset) in cases {
            do {
                let predicate = try FetchPredicate(format: text)
                Issue.record("\(text) was read as \(predicate)")
            } catch {
                #expect(error.code == .invalidSyntax, "\(text)")
                #expect(error.details[.offset] == String(offset), "\(text): \(error)")
            }
        }
        let text = "name == 'ä' AND\n\tage >> 30"
        do {
            _ = try FetchPredicate(format: text)
        } catch {
            #expect(error.excerpt(of: text) == "\tage >> 30\n\t     ^")
        }
    }

    @Test("nesting and length have limits, so that no text overflows the stack")
    func limits() throws {
        for (open, close) in [("(", ")"), ("NOT ", ""), ("!", "")] {
            let text = String(repeating: open, count: 100_000) + "x = 1" + String(repeating: close, count: 100_000)
            #expect(
                throws: QueryError(
                    .tooDeep, [.limit: "200", .offset: String(201 * open.utf8.count)])
            ) { try FetchPredicate(format: text) }
        }
        for open in ["{", "("] {
            let text = "x IN " + String(repeating: open, count: 100_000)
            do {
                _ = try FetchPredicate(format: text)
                Issue.record("read")
            } catch {
                #expect(error.code == .tooDeep)
            }
        }
        do {
            _ = try FetchPredicate(format: String(repeating: " ", count: FormatParser.maximumLength + 1))
            Issue.record("read")
        } catch {
            #expect(error.code == .tooLong)
        }
    }

    @Test("sort keys are read from text and written back")
    func sortKeys() throws {
        let keys = [SortKey(["age"], ascending: false), SortKey(["employer", "name"], options: .caseInsensitive)]
        #expect(try SortKey.keys(format: "-age, +employer.name[c]") == keys)
        #expect(keys.map(\.formatText).joined(separator: ",") == "-age,employer.name[c]")
        #expect(try SortKey.keys(format: "").isEmpty)
        #expect(throws: QueryError.self) { try SortKey.keys(format: "age,") }
        #expect(throws: QueryError.self) { try SortKey.keys(format: "age name") }
    }

    @Test("a fraction in text is the nearest number of the attribute's type")
    func fractions() throws {
        let world = try World()
        try world.insert(
            "Person",
            [
                "score": .double(0.1), "height": .double(Double(Float(0.1))),
                "salary": .decimal(Decimal(string: "0.1") ?? 0),
            ])
        try world.pack()
        for name in ["score", "height", "salary"] {
            #expect(try world.keys(of: "Person", where: FetchPredicate(format: "\(name) = 0.1")) == [1])
            #expect(try world.keys(of: "Person", where: FetchPredicate(format: "\(name) < 0.1")).isEmpty)
        }
    }
}
