import Foundation
import PolystoreModel
import PolystoreRandom
import Testing

@testable import PolystoreQuery

@Suite("The shapes of requests")
struct RequestShapeTests {
    private static let numbers: [Value] = [
        .integer(3), .integer(-1), .double(2.5), .double(-0.0), .double(.nan), .double(.infinity), .decimal(2.5),
        .decimal(3), .missing, .boolean(true),
    ]
    private static let others: [Value] = [
        .string("a"), .string(""), .string("2001-01-01"), .date(Date(timeIntervalSinceReferenceDate: 5)),
        .date(Date(timeIntervalSinceReferenceDate: .nan)), .uuid(UUID()), .string(UUID().uuidString), .data(Data([1])),
    ]
    private static let names = [
        "name", "age", "active", "salary", "birthday", "code", "employer", "mood", "draft", "SELF", "absent",
    ]

    /// A request of any form, some of them wrong.
    private func request(_ random: inout RandomSource) -> FetchRequestDescription {
        let comparators: [FetchComparison.Operator] = [
            .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual, .contains,
        ]
        func comparison() -> FetchPredicate {
            let values = Bool.random(using: &random) ? Self.numbers : Self.others
            return .comparison(
                FetchComparison(
                    .keyPath([Self.names.randomElement(using: &random) ?? ""]),
                    comparators.randomElement(using: &random) ?? .equal,
                    .constant(values.randomElement(using: &random) ?? .missing),
                    options: FetchComparison.Options(rawValue: random.chance(4) ? 1 : 0)))
        }
        var request = FetchRequestDescription(entityName: random.chance(4) ? "Manager" : "Person")
        switch Int.random(in: 0..<5, using: &random) {
        case 0: request.predicate = nil
        case 1: request.predicate = comparison()
        case 2: request.predicate = .and([comparison(), .and([comparison()])])
        case 3: request.predicate = random.chance(3) ? .or([comparison(), comparison()]) : .not(comparison())
        default: request.predicate = .and([comparison(), comparison()])
        }
        if random.chance(3) { request.limit = Int.random(in: 0...1, using: &random) }
        if random.chance(4) { request.sortKeys = [SortKey(["age"], ascending: Bool.random(using: &random))] }
        return request
    }

    @Test("requests of a shape that is kept are resolved to the same but for their values")
    func areResolvedAlike() throws {
        var random = RandomSource()
        let resolver = RequestResolver(model: try World().model)
        var known: [RequestShape: ResolvedRequest] = [:]
        var met = 0
        for _ in 0..<20_000 {
            let request = request(&random)
            guard let shape = RequestShape(request, isCount: false) else { continue }
            if let other = known[shape] {
                met += 1
                let resolved = try resolver.resolve(request)
                #expect(shape.isKept(by: resolved))
                #expect(resolved.predicate?.conjuncts.count ?? 0 == shape.values.count)
                #expect(try withValues(of: resolved, other) == resolved)
            } else if let resolved = try? resolver.resolve(request), shape.isKept(by: resolved) {
                known[shape] = resolved
            }
        }
        #expect(met > 1000)
    }

    /// A request with the values of another one.
    private func withValues(of other: ResolvedRequest, _ request: ResolvedRequest) throws -> ResolvedRequest {
        func replaced(_ predicate: ResolvedPredicate, _ other: ResolvedPredicate) throws -> ResolvedPredicate {
            switch (predicate, other) {
            case (.comparison(var comparison), .comparison(let other)):
                comparison.right = other.right
                return .comparison(comparison)
            case (.and(let parts), .and(let others)): return .and(try zip(parts, others).map(replaced))
            default: throw QueryError(.notComparable)
            }
        }
        var request = request
        if let predicate = request.predicate {
            request.predicate = try replaced(predicate, try #require(other.predicate))
        }
        return request
    }

    @Test("requests that differ in more than values have different shapes")
    func differ() throws {
        func comparison(_ name: String, _ comparator: FetchComparison.Operator, _ value: Value) -> FetchPredicate {
            .comparison(FetchComparison(.keyPath([name]), comparator, .constant(value)))
        }
        var first = FetchRequestDescription(entityName: "Person")
        first.predicate = .and([comparison("age", .less, .integer(3)), comparison("name", .equal, .string("a"))])
        let shape = try #require(RequestShape(first, isCount: false))
        #expect(shape.values == [.integer(3), .string("a")])
        var alike = first
        alike.predicate = .and([comparison("age", .less, .integer(9)), comparison("name", .equal, .string("b"))])
        #expect(RequestShape(alike, isCount: false) == shape)
        #expect(RequestShape(alike, isCount: false)?.hashValue == shape.hashValue)

        var others = [FetchRequestDescription](repeating: first, count: 11)
        others[0].entityName = "Manager"
        others[1].limit = 1
        others[2].offset = 1
        others[3].includesSubentities = false
        others[4].includesPendingChanges = false
        others[5].batchSize = 7
        others[6].sortKeys = [SortKey(["age"])]
        others[7].prefetchedKeyPaths = [["boss"]]
        others[8].affectedStores = ["a"]
        others[9].predicate = .and([comparison("age", .less, .double(3.5)), comparison("name", .equal, .string("a"))])
        others[10].predicate = .and([
            comparison("age", .greater, .integer(3)), comparison("name", .equal, .string("a")),
        ])
        for other in others { #expect(RequestShape(other, isCount: false) != shape) }
        #expect(RequestShape(first, isCount: true) != shape)
    }

    @Test(
        "what asks for more than attributes of the object beside values has no shape",
        arguments: [
            "boss.age > 3", "age > salary", "age = nil", "ANY friends.age > 3", "age > 3 OR age < 1", "NOT age > 3",
            "age IN {1, 2}", "age BETWEEN {1, 2}", "name CONTAINS 'a'", "age + 1 > 3", "name ==[l] 'a'",
            "TRUEPREDICATE",
        ])
    func hasNoShape(_ format: String) throws {
        var request = FetchRequestDescription(entityName: "Person")
        request.predicate = try FetchPredicate(format: format)
        #expect(RequestShape(request, isCount: false) == nil)
    }

    @Test("what is nested too deeply to be resolved has no shape, although all that it asks for is plain")
    func depth() throws {
        let resolver = RequestResolver(model: try World().model)
        var request = FetchRequestDescription(entityName: "Person")
        request.predicate = .comparison(FetchComparison(.keyPath(["age"]), .greater, .constant(.integer(3))))
        for _ in 0..<300 {
            let isResolved = (try? resolver.resolve(request)) != nil  // Whether it is refused is what is asked.
            #expect((RequestShape(request, isCount: false) != nil) == isResolved)
            request.predicate = request.predicate.map { .and([$0]) }
        }
        #expect(RequestShape(request, isCount: false) == nil)
    }

    @Test("an order by a computed value has no shape: what computes it may be another thing at each request")
    func computedOrder() throws {
        var request = FetchRequestDescription(entityName: "Person")
        request.sortKeys = try SortKey.keys(format: "age * 2")
        #expect(RequestShape(request, isCount: false) == nil)
    }
}
