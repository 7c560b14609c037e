import Foundation
import PolystoreModel
import PolystoreQuery
import Testing

@Suite("The text of fetches and orders")
struct FetchFormatTests {
    @Test(
        "a fetch reads back from its text",
        arguments: [
            "FETCH(Person)", "FETCH(ONLY Person WHERE age > 3 AND name == \"x\")",
            "FETCH(Person SORT {-age, name[c], length(name)} LIMIT 3 OFFSET 1)",
            "FETCH(Person BATCH 7 PREFETCH {employer.staff, boss} STORES {\"a\", \"b\"} SAVED, TRUE)",
            "FETCH(#ONLY WHERE age IN FETCH(ONLY ONLY).age)", "FETCH(Person).employer.name",
            "FETCH(Person SORT {(a[c]), a[FIRST]} STORES {})",
        ])
    func fetches(_ text: String) throws {
        let expression = try FetchExpression(format: text)
        #expect(try FetchExpression(format: expression.formatText) == expression)
        let coded = try JSONDecoder().decode(FetchExpression.self, from: JSONEncoder().encode(expression))
        #expect(coded == expression)
    }

    @Test("a request stands for a placeholder")
    func placeholder() throws {
        var request = FetchRequestDescription(entityName: "Person")
        request.predicate = try FetchPredicate(format: "age > 3")
        let predicate = try FetchPredicate(format: "age IN FETCH(%@).age AND FETCH(%@, YES) > 2", request, request)
        #expect(
            predicate.formatText
                == "age IN FETCH(Person WHERE age > 3).age AND FETCH(Person WHERE age > 3, TRUE) > 2")
    }

    @Test(
        "what is no fetch is refused with its place",
        arguments: [
            ("SELF IN FETCH()", 14), ("SELF IN FETCH(Person WHERE)", 26), ("SELF IN FETCH(Person LIMIT x)", 27),
            ("SELF IN FETCH(Person, 3)", 22), ("SELF IN FETCH(Person ORDER)", 21), ("SELF IN FETCH(%@)", 14),
        ])
    func refused(_ text: String, _ offset: Int) throws {
        do throws(QueryError) {
            _ = try FetchPredicate(format: text, expressions: text.contains("%@") ? [.constant(.integer(1))] : [])
            Issue.record("\(text) was read")
        } catch {
            #expect(error.details[.offset] == String(offset), "\(error)")
        }
    }

    @Test(
        "sort keys read back from their text",
        arguments: [
            "age", "-age", "name[c], -age", "length(name)", "-(age + 1) * 2", "+-7 + age", "(uppercase(name))[cd]",
            "(a[c])", "a[0]", "in, -#or, all.any", "-staff.@count", "SELF", "max({a[c], b}), name[d]",
        ])
    func orders(_ text: String) throws {
        let keys = try SortKey.keys(format: text)
        #expect(try SortKey.keys(format: keys.map(\.formatText).joined(separator: ", ")) == keys, "\(keys)")
        #expect(try JSONDecoder().decode([SortKey].self, from: JSONEncoder().encode(keys)) == keys)
    }

    @Test("letters in brackets are options at the end of a key, and an index elsewhere")
    func brackets() throws {
        #expect(try SortKey.keys(format: "name[c]") == [SortKey(["name"], options: .caseInsensitive)])
        #expect(
            try SortKey.keys(format: "(name[c])") == [SortKey(.element(.keyPath(["name"]), .index(.keyPath(["c"]))))])
    }

    @Test("columns have names or their own text")
    func columns() throws {
        #expect(
            try NamedExpression.columns(format: "name, age * 2 AS double, count(SELF) as `how many`") == [
                NamedExpression("name", .keyPath(["name"])),
                NamedExpression("double", try FetchExpression(format: "age * 2")),
                NamedExpression("how many", try FetchExpression(format: "count(SELF)")),
            ])
        #expect(throws: QueryError.self) { try NamedExpression.columns(format: "age AS") }
    }

    @Test("variables that nothing sets are free")
    func freeVariables() throws {
        let predicate = try FetchPredicate(
            format: "a > $A AND SUBQUERY(b, $x, $x.c > $B).@count > ($y := 1) + $y AND d IN FETCH(E WHERE f = $C)")
        #expect(predicate.freeVariables == ["A", "B", "C"])
    }
}
