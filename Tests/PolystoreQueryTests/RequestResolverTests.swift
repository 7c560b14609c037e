import Foundation
import PolystoreModel
import Testing

@testable import PolystoreQuery

@Suite("Resolution of requests")
struct RequestResolverTests {
    let world: World
    let resolver: RequestResolver

    init() throws {
        world = try World()
        resolver = RequestResolver(model: world.model)
    }

    private func comparison(
        _ path: String, _ comparator: FetchComparison.Operator, _ right: FetchExpression,
        _ quantifier: FetchComparison.Quantifier = .none
    ) -> FetchPredicate {
        let names = path.split(separator: ".").map(String.init)
        return .comparison(FetchComparison(.keyPath(names), comparator, right, quantifier: quantifier))
    }

    private func failure(_ predicate: FetchPredicate) throws -> QueryError? {
        let entity = try world.entity("Person")
        do {
            _ = try resolver.resolve(predicate, for: entity)
            return nil
        } catch {
            return error
        }
    }

    @Test("what is wrong with a comparison is said with entity and property")
    func errors() throws {
        let one = FetchExpression.constant(.integer(1))
        let text = FetchExpression.constant(.string("x"))
        let other = ObjectID(store: world.store, root: RootNumber(interning: "Invoice"), key: 1)
        let cases: [(FetchPredicate, QueryError.Code)] = [
            (comparison("agee", .equal, one), .unknownProperty),
            (comparison("total", .equal, one), .foreignProperty),
            (comparison("staff", .equal, one), .foreignProperty),
            (comparison("employer.agee", .equal, one), .unknownProperty),
            (comparison("name.age", .equal, one), .pathBeyondValue),
            (comparison("friends.age", .equal, one), .toManyNeedsQuantifier),
            (comparison("friends", .equal, .constant(.missing)), .toManyNeedsQuantifier),
            (comparison("age", .equal, one, .any), .quantifierNeedsToMany),
            (comparison("friends.@count", .equal, one, .all), .quantifierNeedsToMany),
            (comparison("friends.friends.age", .equal, .keyPath(["friends", "level"]), .any), .severalToManySteps),
            (comparison("friends.age", .equal, .keyPath(["friends", "level"]), .any), .severalToManySteps),
            (comparison("employer.@count", .equal, one), .countNeedsToMany),
            (comparison("friends.@count.x", .equal, one), .pathBeyondValue),
            (comparison("age", .equal, text), .wrongType),
            (comparison("name", .less, one), .wrongType),
            (comparison("active", .equal, .constant(.integer(2))), .wrongType),
            (comparison("code", .equal, text), .wrongType),
            (comparison("birthday", .greater, text), .wrongType),
            (comparison("name", .equal, .keyPath(["age"])), .notComparable),
            (comparison("employer", .equal, .keyPath(["boss"])), .notComparable),
            (comparison("employer", .less, .constant(.missing)), .notComparable),
            (comparison("age", .equal, .aggregate([one])), .notComparable),
            (comparison("age", .contains, text), .textOperatorNeedsText),
            (comparison("name", .like, .keyPath(["age"])), .textOperatorNeedsText),
            (comparison("employer", .equal, .constant(.object(other))), .foreignObject),
            (comparison("score", .less, .constant(.double(.nan))), .notANumber),
            (comparison("age", .isIn, one), .listExpected),
            (comparison("age", .between, .aggregate([one])), .twoBoundsExpected),
            (comparison("age", .equal, .variable("AGE")), .unboundVariable),
            (comparison("mood", .equal, .constant(.data(Data()))), .notQueryable),
            (comparison("draft", .equal, text), .transientProperty),
            (comparison("age", .equal, .function("random", [])), .unsupportedExpression),
            (comparison("age", .equal, .function("nwo", [])), .unknownFunction),
            (comparison("age", .between, .aggregate([.function("sqrt", [one])])), .twoBoundsExpected),
            (comparison("name", .matches, .constant(.string("("))), .invalidPattern),
            (comparison("name", .matches, .constant(.string("a)(b"))), .invalidPattern),
        ]
        for (predicate, code) in cases {
            #expect(try failure(predicate)?.code == code, "\(predicate)")
        }
        #expect(try failure(comparison("nmae", .equal, text))?.details[.suggestion] == "name")
        #expect(try failure(comparison("employer.siez", .equal, one))?.details[.entity] == "Company")
    }

    @Test("what is wrong with the rest of a request is said too")
    func requestErrors() throws {
        func code(_ change: (inout FetchRequestDescription) -> Void) -> QueryError.Code? {
            var request = FetchRequestDescription(entityName: "Person")
            change(&request)
            do {
                _ = try resolver.resolve(request)
                return nil
            } catch {
                return error.code
            }
        }
        #expect(code { $0.entityName = "Persn" } == .unknownEntity)
        #expect(code { $0.limit = -1 } == .invalidLimit)
        #expect(code { $0.offset = -1 } == .invalidLimit)
        #expect(code { $0.batchSize = 0 } == .invalidLimit)
        #expect(code { $0.sortKeys = [SortKey(["friends", "age"])] } == .sortThroughToMany)
        #expect(code { $0.sortKeys = [SortKey(["friends", "@count"])] } == nil)
        #expect(code { $0.sortKeys = [SortKey(["photo"])] } == .notSortable)
        #expect(code { $0.sortKeys = [SortKey(["nam"])] } == .unknownProperty)
        #expect(code { $0.prefetchedKeyPaths = [["name"]] } == .prefetchNeedsRelationship)
        #expect(code { $0.prefetchedKeyPaths = [["employer", "staff"]] } == nil)
    }

    @Test("a predicate that is nested too deeply is refused")
    func depth() throws {
        var predicate = comparison("age", .equal, .constant(.integer(1)))
        for _ in 0..<300 { predicate = .not(.not(.and([predicate, .constant(true)]))) }
        #expect(try failure(predicate)?.code == .tooDeep)
    }

    @Test("constants are turned to the right, NONE becomes the negation of ANY")
    func normalForms() throws {
        let person = try world.entity("Person")
        let path = ResolvedOperand.path(try resolver.path(["age"], from: person))
        let mirrored = FetchComparison(.constant(.integer(3)), .less, .keyPath(["age"]))
        #expect(
            try resolver.resolve(.comparison(mirrored), for: person)
                == .comparison(ResolvedComparison(path, .greater, .constant(.integer(3)))))
        let friends = try resolver.path(["friends", "age"], from: person)
        #expect(
            try resolver.resolve(comparison("friends.age", .less, .constant(.integer(3)), .noneOf), for: person)
                == .not(
                    .comparison(
                        ResolvedComparison(.path(friends), .less, .constant(.integer(3)), quantifier: .any))))
        let constants = FetchComparison(.constant(.integer(3)), .less, .constant(.double(3.5)))
        #expect(try resolver.resolve(.comparison(constants), for: person) == .constant(true))
    }

    @Test("text is read as a date, a UUID, a URI and an object beside one")
    func conversions() throws {
        let uuid = UUID()
        let birthday = Date(timeIntervalSinceReferenceDate: 0)
        let person = try world.insert("Person", ["code": .uuid(uuid), "birthday": .date(birthday)])
        try world.pack()
        func keys(_ path: String, _ text: String) throws -> [Int64] {
            try world.keys(of: "Person", where: comparison(path, .equal, .constant(.string(text))))
        }
        #expect(try keys("code", uuid.uuidString.lowercased()) == [1])
        #expect(try keys("birthday", "2001-01-01") == [1])
        #expect(try keys("birthday", "2001-01-01T02:00:00+02:00") == [1])
        #expect(try keys("SELF", person.description) == [1])
        #expect(try keys("SELF", "polystore://\(UUID().uuidString)/Person/p1").isEmpty)
    }
}
