import Foundation
import PolystoreModel
import Testing

@testable import PolystoreQuery

@Suite("Expressions as text")
struct FormatLanguageTests {
    private func key(_ names: String...) -> FetchExpression { .keyPath(names) }
    private func number(_ value: Int64) -> FetchExpression { .constant(.integer(value)) }
    private func call(_ function: ExpressionFunction, _ operands: FetchExpression...) -> FetchExpression {
        .function(function.rawValue, operands)
    }

    @Test("operators bind as they do on paper, and everything else reads as what it says")
    func forms() throws {
        let (a, b, c) = (key("a"), key("b"), key("c"))
        let cases: [(String, FetchExpression)] = [
            ("a + b * c", call(.add, a, call(.multiply, b, c))),
            ("(a + b) * c", call(.multiply, call(.add, a, b), c)),
            ("a - b - c", call(.subtract, call(.subtract, a, b), c)),
            ("a - (b - c)", call(.subtract, a, call(.subtract, b, c))),
            ("a / b * c", call(.multiply, call(.divide, a, b), c)),
            ("a ** b ** c", call(.power, a, call(.power, b, c))),
            ("(a ** b) ** c", call(.power, call(.power, a, b), c)),
            ("a -1", call(.subtract, a, number(1))), ("-a", call(.subtract, number(0), a)), ("- 5", number(-5)),
            ("0x1F", number(31)), ("0o17", number(15)), ("0b101", number(5)), ("0XfF", number(255)),
            ("modulus:by:(a, 2)", call(.remainder, a, number(2))), ("add:to:(a, b)", call(.add, a, b)),
            ("sum(a, b)", call(.sum, a, b)), ("now()", call(.now)),
            ("FUNCTION(a, 'uppercase')", call(.uppercase, a)), ("FUNCTION(a, 'add:to:', b)", call(.add, a, b)),
            ("FUNCTION(SELF, 'valueForKeyPath:', 'a.b')", key("a", "b")),
            ("FUNCTION($x, \"valueForKeyPath:\", 'a')", .path(.variable("x"), ["a"])),
            ("CAST(a, 'date')", .function("castObject:toType:", [a, .constant(.string("date"))])),
            ("a[0]", .element(a, .index(number(0)))), ("a[FIRST]", .element(a, .first)),
            ("a[last]", .element(a, .last)),
            ("a[SIZE]", .element(a, .size)), ("a[#first]", .element(a, .index(key("first")))),
            ("a.b[0].c", .path(.element(key("a", "b"), .index(number(0))), ["c"])),
            ("a UNION b MINUS c", .combination(.combination(a, .union, b), .minus, c)),
            ("a INTERSECT {1}", .combination(a, .intersect, .aggregate([number(1)]))),
            ("$x.a.@count", .path(.variable("x"), ["a", "@count"])),
            ("$x := a + b", .assignment("x", call(.add, a, b))),
            ("a.@sum.b", key("a", "@sum", "b")),
            ("a.@distinctUnionOfObjects.b", key("a", "@distinctUnionOfObjects", "b")),
            (
                "TERNARY(a > 1, b, c)",
                .conditional(.comparison(FetchComparison(a, .greater, number(1))), b, c)
            ),
            (
                "SUBQUERY(a, $x, $x.b = c AND NOT $x = SELF).@count",
                .path(
                    .subquery(
                        a, variable: "x",
                        .and([
                            .comparison(FetchComparison(.path(.variable("x"), ["b"]), .equal, c)),
                            .not(.comparison(FetchComparison(.variable("x"), .equal, .evaluatedObject))),
                        ])), ["@count"])
            ),
            ("union + first", call(.add, key("union"), key("first"))),
        ]
        for (text, expected) in cases {
            #expect(try FetchExpression(format: text) == expected, "\(text)")
            #expect(try FetchExpression(format: expected.formatText) == expected, "\(expected.formatText)")
        }
    }

    @Test("parentheses hold predicates and expressions alike")
    func parentheses() throws {
        let one = FetchPredicate.comparison(FetchComparison(call(.add, key("a"), number(1)), .greater, number(2)))
        for text in ["a + 1 > 2", "(a + 1) > 2", "((a) + 1 > (2))", "((((a + (1))) > 2))"] {
            #expect(try FetchPredicate(format: text) == one, "\(text)")
        }
        #expect(
            try FetchPredicate(format: "a IN (b UNION c)")
                == .comparison(FetchComparison(key("a"), .isIn, .combination(key("b"), .union, key("c")))))
        #expect(
            try FetchPredicate(format: "a IN (b) UNION c")
                == .comparison(FetchComparison(key("a"), .isIn, .combination(key("b"), .union, key("c")))))
        #expect(
            try FetchPredicate(format: "a IN (1)")
                == .comparison(FetchComparison(key("a"), .isIn, .aggregate([number(1)]))))
    }

    @Test("a function, a path and an entity read back from their text whatever they are called")
    func oddNames() throws {
        let (a, text) = (key("a"), FetchExpression.constant(.string("x")))
        let functions = [
            "\u{FFFD}abs", " abs", "", "1st", "a b", "any", "IN", "union", "Date", "uuid", "cast", "fetch", "a:",
        ]
        for name in functions {
            for operands in [[], [a], [text], [text, text], [a, text, text]] {
                let call = FetchExpression.function(name, operands)
                #expect(try FetchExpression(format: call.formatText) == call, "\(call.formatText)")
            }
        }
        #expect(FetchExpression.function("\u{FFFD}abs", [a, text]).formatText == "FUNCTION(a, \"\u{FFFD}abs\", \"x\")")
        for name in ["`\u{301}", "a`\u{301}`", "@\u{301}", "@x", "only", "SELF", "", "where"] {
            let expressions: [FetchExpression] = [
                .keyPath([name]), .keyPath([name, name]), .path(.variable("x"), [name]),
                .fetch(FetchRequestDescription(entityName: name), countOnly: false),
            ]
            for expression in expressions {
                #expect(try FetchExpression(format: expression.formatText) == expression, "\(expression.formatText)")
            }
        }
        #expect(try FetchExpression(format: "FUNCTION(a, 'valueForKeyPath:', 'b.c')") == key("a", "b", "c"))
        #expect(
            try FetchExpression(format: "FUNCTION($x.a, 'valueForKey:', 'b')") == .path(.variable("x"), ["a", "b"]))
    }

    @Test("a random tree reads back from its text as the same")
    func roundTrip() throws {
        var random = RandomExpressions()
        for round in 0..<4_000 {
            if round.isMultiple(of: 2) {
                let expression = random.expression(depth: 5)
                let read = Result { try FetchExpression(format: expression.formatText) }
                guard case .success(expression) = read else {
                    Issue.record("\(expression.formatText): \(read)")
                    return
                }
            } else {
                let predicate = random.predicate(depth: 4)
                let read = Result { try FetchPredicate(format: predicate.formatText) }
                guard case .success(predicate) = read else {
                    Issue.record("\(predicate.formatText): \(read)")
                    return
                }
            }
        }
    }

    @Test("a random tree reads back from JSON as the same")
    func coding() throws {
        var random = RandomExpressions()
        for _ in 0..<400 {
            let predicate = random.predicate(depth: 4)
            let data = try JSONEncoder().encode([predicate])
            try #require(try JSONDecoder().decode([FetchPredicate].self, from: data) == [predicate], "\(predicate)")
        }
    }

    @Test("printf forms take arguments of their kind")
    func printedForms() throws {
        #expect(
            try FetchPredicate(format: "a > %d AND b < %lf AND c == %s AND d == %lld", 1, 0.5, "x", 2)
                == FetchPredicate(format: "a > 1 AND b < 5e-1 AND c == 'x' AND d == 2"))
        #expect(try FetchPredicate(format: "a == '%d'") == FetchPredicate(format: "a == %@", "%d"))
        #expect(throws: QueryError(.argumentMismatch, [.offset: "5", .expected: "an integer for %d"])) {
            try FetchPredicate(format: "a == %d", "x")
        }
        #expect(throws: QueryError(.argumentMismatch, [.offset: "5", .expected: "a number for %f"])) {
            try FetchPredicate(format: "a == %f", true)
        }
        #expect(try FetchExpression(format: "%@ + 1", key("a")) == call(.add, key("a"), number(1)))
    }

    @Test("no chain or nesting is deeper than allowed, so that no tree overflows the stack")
    func limits() throws {
        let parts = [
            "1 + ", "-", "a[", "sum(", "{", "$x := ", "2 ** ", "TERNARY(a = 1, ", "SUBQUERY(", "a UNION ", "NOT (", "(",
        ]
        for part in parts {
            let text = String(repeating: part, count: 30_000) + "1"
            do {
                _ = try FetchPredicate(format: text)
                Issue.record("read: \(part)")
            } catch {
                #expect(error.code == .tooDeep, "\(part): \(error)")
            }
        }
        for suffix in ["[0]", "[0].a", " + 1"] {
            do {
                _ = try FetchExpression(format: "a" + String(repeating: suffix, count: 15_000))
                Issue.record("read: \(suffix)")
            } catch {
                #expect(error.code == .tooDeep, "\(suffix): \(error)")
            }
        }
        _ = try FetchPredicate(format: Array(repeating: "a = 1", count: 7_000).joined(separator: " AND "))
        let sum = Array(repeating: "1", count: 200).joined(separator: " + ")
        _ = try FetchPredicate(format: "\(sum) = 1")
    }

    @Test("variables are replaced, except those that a subquery or an assignment sets")
    func substitution() throws {
        let text = "a = $x AND SUBQUERY(b, $x, $x = $y).@count > 1 AND $y + ($y := 2) + $y > 0"
        let bound = try FetchPredicate(format: text).substituting(["x": 1, "y": 2])
        #expect(
            bound.formatText
                == "a == 1 AND SUBQUERY(b, $x, $x == 2).@count > 1 AND 2 + ($y := 2) + $y > 0")
    }
}
