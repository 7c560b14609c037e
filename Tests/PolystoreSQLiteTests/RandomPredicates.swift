import PolystoreRandom
import Foundation
import PolystoreModel
import PolystoreQuery
import Testing

@testable import PolystoreSQLite

/// Random predicates over people, of every form that a store may take over.
struct RandomPredicates {
    let store: TestStore
    var random: RandomSource

    static let texts = ["", "a", "A", "ab", "Äb", "ß", "ss", "ab\u{0}c", "b*", "é", "e\u{301}", "zz"]
    static let integers: [Int64] = [-3, 0, 1, 2, 7, 32767, 9_007_199_254_740_993, .max, .min]
    static let doubles: [Double] = [-2.5, 0, 0.1, 1, 2.5, 9_007_199_254_740_992, 1e300, -.infinity, .infinity]
    static let decimals = ["0", "1", "-1.5", "0.1", "12345678901234567890.123", "2.50"].map {
        Decimal(string: $0) ?? 0
    }
    static let dates: [Double] = [0, 86400, 0.25, -1e6, 1e12]
    static let uuids = (0..<3).map { UUID(uuid: ($0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)) }
    static let uris = ["a:x", "http://b/ä", "A:x"].compactMap(URL.init(string:))

    static let attributes = [
        "name", "age", "height", "steps", "salary", "score", "ratio", "isActive", "born", "mark", "page",
    ]

    /// A value that an attribute can hold, in half of all cases of another numeric type where `isLoose`.
    mutating func value(_ name: String, isLoose: Bool = false) -> Value {
        switch name {
        case "name", "label": return .string(Self.texts.randomElement(using: &random) ?? "")
        case "isActive": return .boolean(Bool.random(using: &random))
        case "born": return .date(Date(timeIntervalSinceReferenceDate: Self.dates.randomElement(using: &random) ?? 0))
        case "mark": return .uuid(Self.uuids.randomElement(using: &random) ?? UUID())
        case "page": return Self.uris.randomElement(using: &random).map(Value.uri) ?? .missing
        default: break
        }
        if isLoose {
            switch Int.random(in: 0..<3, using: &random) {
            case 0: return .integer(Self.integers.randomElement(using: &random) ?? 0)
            case 1: return .double(Self.doubles.randomElement(using: &random) ?? 0)
            default: return .decimal(Self.decimals.randomElement(using: &random) ?? 0)
            }
        }
        switch name {
        case "age": return .integer(Int64.random(in: -3...7, using: &random))
        case "height": return .integer(Int64(Int32.random(in: -2...3, using: &random)))
        case "steps": return .integer(Self.integers.randomElement(using: &random) ?? 0)
        case "salary": return .decimal(Self.decimals.randomElement(using: &random) ?? 0)
        case "ratio": return .double(Double(Float(Double.random(in: -2...2, using: &random).rounded()) / 2))
        default: return .double(Self.doubles.randomElement(using: &random) ?? 0)
        }
    }

    mutating func predicate(depth: Int) throws -> ResolvedPredicate {
        guard depth > 0 else { return try comparison() }
        switch Int.random(in: 0..<5, using: &random) {
        case 0: return .not(try predicate(depth: depth - 1))
        case 1: return .and([try predicate(depth: depth - 1), try predicate(depth: depth - 1)])
        case 2: return .or([try predicate(depth: depth - 1), try predicate(depth: depth - 1)])
        default: return try comparison()
        }
    }

    private mutating func comparison() throws -> ResolvedPredicate {
        switch Int.random(in: 0..<10, using: &random) {
        case 0: return try objects()
        case 1: return try counted()
        case 2...3: return try quantified()
        default: break
        }
        let prefix = [[], [], [], ["boss"], ["boss", "boss"]].randomElement(using: &random) ?? []
        let name = Self.attributes.randomElement(using: &random) ?? "name"
        return .comparison(try compared(try path(prefix + [name]), name))
    }

    private mutating func compared(_ path: ResolvedPath, _ name: String) throws -> ResolvedComparison {
        let isText = name == "name" || name == "label"
        let bits = isText ? UInt8.random(in: 0..<8, using: &random) : 0
        let options = FetchComparison.Options(rawValue: Bool.random(using: &random) ? bits : 0)
        switch Int.random(in: 0..<8, using: &random) {
        case 0:
            return ResolvedComparison(
                .path(path), Bool.random(using: &random) ? .equal : .notEqual, .constant(.missing))
        case 1:
            let values = (0..<Int.random(in: 0...5, using: &random)).map { _ in value(name, isLoose: true) }
            return ResolvedComparison(.path(path), .isIn, .values(values), options: options)
        case 2:
            let bounds = [value(name, isLoose: true), value(name, isLoose: true)]
            return ResolvedComparison(.path(path), .between, .values(bounds), options: options)
        case 3 where isText, 4 where isText, 5 where isText:
            let comparator =
                [FetchComparison.Operator.contains, .beginsWith, .endsWith, .like]
                .randomElement(using: &random) ?? .contains
            return ResolvedComparison(.path(path), comparator, .constant(value(name)), options: options)
        case 6 where path.toManyIndex == nil:
            return ResolvedComparison(.path(path), comparator(), .path(try self.path([name])), options: options)
        default:
            return ResolvedComparison(
                .path(path), comparator(), .constant(value(name, isLoose: true)), options: options)
        }
    }

    /// A comparison of one of the first few attributes with a value: few shapes, and all kinds of values.
    mutating func plainComparison(among count: Int) throws -> ResolvedPredicate {
        let name = Self.attributes.prefix(count).randomElement(using: &random) ?? "name"
        let bits = name == "name" ? UInt8.random(in: 0..<4, using: &random) : 0
        let comparator: FetchComparison.Operator = Bool.random(using: &random) ? .equal : comparator()
        return .comparison(
            ResolvedComparison(
                .path(try path([name])), comparator, .constant(value(name, isLoose: true)),
                options: .init(rawValue: bits)))
    }

    /// A comparison of an attribute with a value, with another value.
    mutating func withOtherValue(_ predicate: ResolvedPredicate) throws -> ResolvedPredicate {
        let (attribute, comparison) = try #require(predicate.attributeComparison)
        var other = comparison
        other.right = .constant(value(attribute.name, isLoose: true))
        return .comparison(other)
    }

    private mutating func comparator() -> FetchComparison.Operator {
        [.equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual].randomElement(using: &random) ?? .equal
    }

    private mutating func quantified() throws -> ResolvedPredicate {
        let quantifier = [FetchComparison.Quantifier.any, .all, .noneOf].randomElement(using: &random) ?? .any
        var result: ResolvedComparison
        if Bool.random(using: &random) {
            let many = ["reports", "likes", "likedBy", "friends"].randomElement(using: &random) ?? "reports"
            let name = Self.attributes.randomElement(using: &random) ?? "name"
            let prefix = Bool.random(using: &random) ? ["boss"] : []
            result = try compared(try path(prefix + [many, name]), name)
        } else {
            result = try compared(try path(["tags", "label"]), "label")
        }
        result.quantifier = quantifier
        return .comparison(result)
    }

    private mutating func counted() throws -> ResolvedPredicate {
        let many = ["reports", "tags", "likes"].randomElement(using: &random) ?? "tags"
        return .comparison(
            ResolvedComparison(
                .path(try path([many, "@count"])), comparator(),
                .constant(.integer(Int64.random(in: 0...2, using: &random)))))
    }

    private mutating func objects() throws -> ResolvedPredicate {
        let steps = [[], ["boss"], ["boss", "boss"], ["boss", "employer"]].randomElement(using: &random) ?? []
        let path = try path(steps)
        let entity = steps.last == "employer" ? "Company" : "Person"
        var ids: Set<ObjectID> = []
        for _ in 0..<Int.random(in: 1...40, using: &random) {
            ids.insert(try store.id(entity, Int64.random(in: 1...60, using: &random)))
        }
        switch Int.random(in: 0..<3, using: &random) {
        case 0: return .comparison(ResolvedComparison(.path(path), .isIn, .objects(ids)))
        case 1 where !steps.isEmpty:
            return .comparison(
                ResolvedComparison(.path(path), Bool.random(using: &random) ? .equal : .notEqual, .constant(.missing)))
        default:
            let object = try #require(ids.first)
            return .comparison(
                ResolvedComparison(
                    .path(path), Bool.random(using: &random) ? .equal : .notEqual, .constant(.object(object))))
        }
    }

    private func path(_ names: [String]) throws -> ResolvedPath { try store.path("Person", names) }
}
