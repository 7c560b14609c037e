import Foundation
import PolystoreModel
import Testing

@testable import PolystoreQuery

@Suite("Typed predicates")
struct TypedPredicateTests {
    private func text(_ predicate: FetchPredicate) -> String { predicate.formatText }

    private let acme = Company(ObjectID(store: .none, root: RootNumber(interning: "Company"), key: 1))
    private let ada = Person(ObjectID(store: .none, root: RootNumber(interning: "Person"), key: 2))

    @Test("operators on attributes and paths make the comparisons that they read as")
    func comparisons() throws {
        #expect(
            (Person.age > 30 && Person.employer.name.contains("Ac"))
                == .and([
                    .comparison(FetchComparison(.keyPath(["age"]), .greater, .constant(.integer(30)))),
                    .comparison(FetchComparison(.keyPath(["employer", "name"]), .contains, .constant(.string("Ac")))),
                ]))
        #expect(text(Person.name == "Ada") == #"name == "Ada""#)
        #expect(text(Person.level != nil) == "level != nil")
        #expect(text(Person.level <= 3) == "level <= 3")
        #expect(text(Person.score < Person.employer.rating) == "score < employer.rating")
        #expect(text(Person.active == true) == "active == true")
        #expect(text(Person.age.isIn([1, 2])) == "age IN {1, 2}")
        #expect(text(Person.age.isBetween(1...2)) == "age BETWEEN {1, 2}")
        #expect(text(Person.level.isBetween(1...2)) == "level BETWEEN {1, 2}")
        #expect(text(Person.nick.hasPrefix("a", options: .caseInsensitive)) == #"nick BEGINSWITH[c] "a""#)
        #expect(text(Person.name.contains(Person.boss.nick)) == "name CONTAINS boss.nick")
        let folding: FetchComparison.Options = [.caseInsensitive, .diacriticInsensitive]
        #expect(text(Person.name.equals("ada", options: folding)) == #"name ==[cd] "ada""#)
    }

    @Test("relationships are compared with objects, their IDs, nil and each other")
    func objects() {
        #expect((Person.employer == acme) == (Person.employer == acme.objectID))
        #expect(text(Person.employer == nil) == "employer == nil")
        #expect(text(Person.employer.owner != nil) == "employer.owner != nil")
        #expect(text(Person.employer.owner == Person.boss) == "employer.owner == boss")
        #expect(
            Company.staff.contains(ada)
                == .comparison(
                    FetchComparison(
                        .keyPath(["staff"]), .equal, .constant(.object(ada.objectID)), quantifier: .any)))
        #expect(
            Person.employer.isIn([acme])
                == .comparison(
                    FetchComparison(
                        .keyPath(["employer"]), .isIn, .aggregate([.constant(.object(acme.objectID))]))))
    }

    @Test("paths through to-many relationships are quantified or counted")
    func quantifiers() {
        #expect(text(any(Company.staff.age) > 30) == "ANY staff.age > 30")
        #expect(text(all(Company.staff.age) > 30) == "ALL staff.age > 30")
        #expect(text(none(Company.staff.name) == "Ada") == #"NONE staff.name == "Ada""#)
        #expect(text(any(Company.staff.boss.name).hasSuffix("a")) == #"ANY staff.boss.name ENDSWITH "a""#)
        #expect(text(any(Company.staff.boss) == nil) == "ANY staff.boss == nil")
        #expect(text(count(Company.staff) > 3) == "staff.@count > 3")
        #expect(text(count(Person.employer.staff) == 0) == "employer.staff.@count == 0")
    }

    @Test("and, or, not keep their meaning and stay flat")
    func logic() {
        let a = Person.age > 1
        let b = Person.age > 2
        let c = Person.age > 3
        #expect((a && b && c) == .and([a, b, c]))
        #expect((a || b || c) == .or([a, b, c]))
        #expect(!(a && b) == .not(.and([a, b])))
        #expect((a && b || c) == .or([.and([a, b]), c]))
    }

    @Test("ten terms are one expression")
    func tenTerms() throws {
        let predicate =
            Person.age > 1 && Person.age < 90 && Person.name != "Bob" && Person.nick == nil
            && Person.employer.name.contains("Ac") && Person.employer.size >= 10 && Person.score <= 9.5
            && (Person.active == true || Person.level > 3) && Person.boss != nil
        guard case .and(let parts) = predicate else {
            Issue.record("not one conjunction")
            return
        }
        #expect(parts.count == 9)
    }

    @Test("a value that cannot be stored is refused when the request is resolved")
    func notANumber() throws {
        let world = try World()
        let person = try world.entity("Person")
        #expect(throws: QueryError(.notANumber, [.entity: "Person", .property: "score"])) {
            try RequestResolver(model: world.model).resolve(Person.score > .nan, for: person)
        }
    }

    @Test("sort keys come from attributes and paths")
    func sortKeys() {
        #expect(Person.name.ascending == SortKey(["name"]))
        #expect(
            Person.employer.name.descending.folding(.caseInsensitive)
                == SortKey(["employer", "name"], ascending: false, options: .caseInsensitive))
    }
}
