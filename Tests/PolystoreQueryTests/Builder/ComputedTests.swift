import Foundation
import PolystoreModel
import PolystoreQuery
import Testing

@Suite("Computed values by tokens")
struct ComputedTests {
    /// The text of a predicate that was built, which reads back as the same tree.
    private func text(_ predicate: FetchPredicate) throws -> String {
        let text = predicate.formatText
        #expect(try FetchPredicate(format: text) == predicate, "\(text)")
        return text
    }

    @Test("arithmetic and functions are what the language calls them")
    func arithmetic() throws {
        #expect(try text(Person.salary * 12 > 50_000) == "salary * 12.0 > 50000.0")
        #expect(try text(Person.age + Person.level - 3 == 4) == "age + level - 3 == 4")
        #expect(try text(literal(10) / Person.level >= 2) == "10 / level >= 2")
        #expect(try text(-Person.age < 0) == "0 - age < 0")
        #expect(try text(Person.age.remainder(dividingBy: 5) == 2) == "modulus:by:(age, 5) == 2")
        #expect(try text(Person.score.raised(to: 2).squareRoot() < 9) == "sqrt(score ** 2.0e0) < 9.0e0")
        #expect(try text(Person.level.bitwiseAnd(1) == 1) == "bitwiseAnd:with:(level, 1) == 1")
        #expect(try text(Person.name.length() > 3) == "length(name) > 3")
        #expect(try text(Person.employer.name.uppercased() == "ACME") == "uppercase(employer.name) == \"ACME\"")
        #expect(
            try text(Person.age.cast(to: .string, as: String?.self) == "42")
                == "castObject:toType:(age, \"string\") == \"42\"")
        #expect(try text(now() > Date(timeIntervalSinceReferenceDate: 0)) == "now() > date(\"2001-01-01T00:00:00Z\")")
        #expect(try text(call("initials", as: String.self, Person.name) == "A") == "initials(name) == \"A\"")
        #expect(
            try text(choose(Person.active == true, Person.score, literal(0.5)) > 0.25)
                == "TERNARY(active == true, score, 0.5e0) > 0.25e0")
        #expect(try text(Person.level.isBetween(Person.age, literal(9))) == "level BETWEEN {age, 9}")
        #expect(try text(Person.name.compared(.less, to: "m", options: .caseInsensitive)) == "name <[c] \"m\"")
    }

    @Test("aggregates, collections and sets are those of the language")
    func collections() throws {
        #expect(try text(sum(Company.staff.age) > 100) == "sum(staff.age) > 100")
        #expect(try text(average(Company.staff.score) <= 2) == "average(staff.score) <= 2.0e0")
        #expect(try text(maximum(Company.staff.name) == "Zoe") == "max(staff.name) == \"Zoe\"")
        #expect(try text(count(Company.staff.nick) == 0) == "count(staff.nick) == 0")
        #expect(try text(first(of: Company.staff.age) == 3) == "staff.age[FIRST] == 3")
        #expect(try text(element(2, of: Company.staff.age) == 3) == "staff.age[2] == 3")
        #expect(try text(size(of: distinct(Company.staff.age)) == 3) == "staff.@distinctUnionOfObjects.age[SIZE] == 3")
        #expect(
            try text(any(union(Company.staff.age, list(1, 2))) == 2) == "ANY staff.age UNION {1, 2} == 2")
        #expect(try text(Company.rating.isIn(Company.staff.score)) == "rating IN staff.score")
        #expect(
            try text(all(difference(Company.staff.name, list("a"))).hasPrefix("b"))
                == "ALL staff.name MINUS {\"a\"} BEGINSWITH \"b\"")
    }

    @Test("subqueries and fetches name their objects, also within one another")
    func objects() throws {
        #expect(
            try text(count(subquery(Company.staff) { $0.age > 40 && $0.boss == nil }) > 2)
                == "SUBQUERY(staff, $x, $x.age > 40 AND $x.boss == nil).@count > 2")
        let nested = subquery(Company.staff) { person in
            count(subquery(Person.friends) { $0.age > person.age }) == 1
        }
        #expect(
            try text(count(nested) == 3)
                == "SUBQUERY(staff, $x, SUBQUERY(friends, $x1, $x1.age > $x.age).@count == 1).@count == 3")
        var request = FetchRequestDescription(entityName: "Person")
        request.predicate = Person.age > 60
        request.sortKeys = [Person.age.descending]
        request.limit = 3
        let found = fetched(request, of: Person.self)
        #expect(
            try text(Person.boss.isIn(found)) == "boss IN FETCH(Person WHERE age > 60 SORT {-age} LIMIT 3)")
        #expect(
            try text(Person.name.isIn(found.name)) == "name IN FETCH(Person WHERE age > 60 SORT {-age} LIMIT 3).name")
        #expect(try text(fetchedCount(request) > 1) == "FETCH(Person WHERE age > 60 SORT {-age} LIMIT 3, TRUE) > 1")
        #expect(
            try text(Person.employer == fetchSource(Company.self)) == "employer == $FETCH_SOURCE")
        #expect(
            try text(Person.score > fetchSource(Company.self).rating) == "score > $FETCH_SOURCE.rating")
    }

    @Test("computed values are sort keys")
    func sortKeys() throws {
        #expect(Person.name.length().descending.formatText == "-length(name)")
        #expect(count(Company.staff).ascending == SortKey(["staff", "@count"]))
        #expect((Person.age + 1).ascending.folding(.caseInsensitive).formatText == "(age + 1)[c]")
    }
}
