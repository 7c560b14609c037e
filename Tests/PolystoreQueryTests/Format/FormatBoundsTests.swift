import PolystoreModel
import Testing

@testable import PolystoreQuery

@Suite("Reading long predicates")
struct FormatBoundsTests {
    /// 64 KiB of a shape that is hard on parsers.
    struct Shape: Sendable, CustomTestStringConvertible {
        let name: String
        let start: String
        let part: String
        let end: String
        /// Whether the text is a predicate.
        let isRead: Bool

        init(_ name: String, _ start: String, _ part: String, _ end: String, isRead: Bool) {
            (self.name, self.start, self.part, self.end, self.isRead) = (name, start, part, end, isRead)
        }

        var testDescription: String { name }

        var text: String {
            start + String(repeating: part, count: ((64 << 10) - start.count - end.count) / part.count) + end
        }
    }

    private static let nested =
        String(repeating: "(", count: 150) + "age > 1" + String(repeating: ")", count: 150)

    static let shapes = [
        Shape("deep parentheses", "", "(", "age > 1", isRead: false),
        Shape("deep parentheses, again and again", Self.nested, " OR " + Self.nested, "", isRead: true),
        Shape("sums in parentheses before an operator", "((((1", " + 1", ")))) > 2", isRead: false),
        Shape("short sums in parentheses", "(1) > 0", " AND ((((1 + 1)) + 1)) > ((2))", "", isRead: true),
        Shape("many negations", "", "NOT ", "age > 1", isRead: false),
        Shape("a long list", "age IN {1", ", 12345", "}", isRead: true),
        Shape("a chain of AND", "age > 1", " AND age > 1", "", isRead: true),
        Shape("a chain of OR and AND", "age > 1", " OR a = 1 AND b = 2", "", isRead: true),
        Shape("a long text", "name = \"", "x", "\"", isRead: true),
        Shape("a text without an end", "name = \"", "\\\"", "", isRead: false),
        Shape("escapes in a text", "name = \"", "\\u{1F600}", "\"", isRead: true),
        Shape("a long sum", "1", " + 1", " = 2", isRead: false),
        Shape("a long path", "a", ".a", " = 1", isRead: true),
        Shape("open brackets", "a", "[", "", isRead: false),
        Shape("open braces", "a IN ", "{", "", isRead: false),
        Shape("calls in calls", "", "abs(", "1", isRead: false),
        Shape("calls beside each other", "1 IN {1", ", abs(floor(-1))", "}", isRead: true),
        Shape("fetches in fetches", "1 IN FETCH(A", " WHERE 1 IN FETCH(A", "", isRead: false),
        Shape("subqueries in subqueries", "", "SUBQUERY(a, $x, ANY ", "b = 1", isRead: false),
        Shape("choices in choices", "", "TERNARY(a = 1, 2, ", "3", isRead: false),
        Shape("a number of 64 KiB", "age = ", "1", "", isRead: false),
    ]

    @Test("every token is passed over once, and what is read prints as what reads the same", arguments: shapes)
    func steps(_ shape: Shape) throws {
        let text = shape.text
        var parser: FormatParser
        do {
            parser = try FormatParser(text, [])
        } catch {
            #expect(!shape.isRead && error.code == .invalidSyntax, "\(error)")
            return
        }
        #expect(parser.tokens.count <= text.utf8.count + 1)
        var predicate: FetchPredicate?
        do {
            predicate = try parser.predicate()
            try parser.finish("the end")
        } catch {
            #expect(!shape.isRead && [.invalidSyntax, .tooDeep].contains(error.code), "\(error)")
            predicate = nil
        }
        #expect(parser.passedCount <= parser.tokens.count, "\(parser.passedCount) steps")
        #expect((predicate != nil) == shape.isRead)
        if let predicate {
            // What is printed is not much longer, so that printing and reading come to an end.
            let printed = predicate.formatText
            #expect(printed.utf8.count <= 2 * text.utf8.count)
            #expect(try FetchPredicate(format: printed) == predicate)
        }
    }
}
