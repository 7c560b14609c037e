import PolystoreRandom
import Foundation
import PolystoreModel

/// Random worlds of few, colliding values, and random predicates that resolve on them.
struct RandomPredicates {
    var random: RandomSource

    static let uuids = (0..<3).map { UUID(uuid: (7, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, $0)) }
    static let texts = [
        "", "a", "A", "ab", "Ab", "ä", "Ä", "aa", "b", "straße", "STRASSE", "e\u{301}", "é", "a*b", "日本",
    ]
    static let integers: [Int64] = [
        0, 1, -1, 2, 3, 7, 32767, -32768, 32768, 100_000, 1 << 31, 1 << 53, 1 << 53 + 1, .max, .min,
    ]
    static let doubles: [Double] = [
        0, 0.5, 1, -1, 2.25, 3, 7, 32767.5, 9_007_199_254_740_992, 9_223_372_036_854_775_808,
        -9_223_372_036_854_775_808, .infinity, -.infinity,
    ]
    static let decimals = ["0", "0.5", "1", "-1", "2.25", "3", "7", "32767.75", "9007199254740993"].map {
        Decimal(string: $0) ?? 0
    }
    static let numeric = ["age", "badge", "height", "level", "salary", "score"]

    mutating func world() throws -> World {
        let world = try World()
        let companies = try (0..<3).map { _ in
            try world.insert(
                "Company", ["name": text(), "size": stored("level"), "rating": stored("score")])
        }
        let names = Self.numeric + ["active", "birthday", "code", "home", "name", "nick"]
        let people = try (0..<14).map { index in
            try world.insert(
                index < 4 ? "Manager" : "Person",
                Dictionary(uniqueKeysWithValues: names.map { ($0, stored($0)) }))
        }
        for (index, person) in people.enumerated() {
            if let company = companies.randomElement(using: &random), chance(70) {
                world.link(person, "employer", company)
            }
            if chance(60) { world.link(person, "boss", people[Int.random(in: 0..<4, using: &random)]) }
            for other in people[index...] where chance(12) { world.link(person, "friends", other) }
        }
        for company in companies where chance(60) {
            if let owner = people.randomElement(using: &random) { world.link(company, "owner", owner) }
        }
        try world.pack()
        return world
    }

    mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

    mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[Int.random(in: 0..<elements.count, using: &random)]
    }

    mutating func text() -> Value { chance(10) ? .missing : .string(pick(Self.texts)) }

    /// A value that fits an attribute.
    mutating func stored(_ name: String) -> Value {
        if chance(15) { return .missing }
        switch name {
        case "age": return .integer(pick(Self.integers.filter { Int16(exactly: $0) != nil }))
        case "level": return .integer(pick(Self.integers.filter { Int32(exactly: $0) != nil }))
        case "badge": return .integer(pick(Self.integers))
        case "height": return .double(pick(Self.doubles.filter { Double(Float($0)) == $0 }))
        case "score": return .double(pick(Self.doubles))
        case "salary": return .decimal(pick(Self.decimals))
        default: return constant(for: name)
        }
    }

    /// A value that an attribute is compared with.
    mutating func constant(for name: String) -> Value {
        if chance(8) { return .missing }
        switch name {
        case "active": return .boolean(chance(50))
        case "birthday": return .date(Date(timeIntervalSinceReferenceDate: Double(pick([0, 1, 2, 3])) / 2))
        case "code": return .uuid(pick(Self.uuids))
        case "home":
            return URL(string: "https://example.org/" + pick(["", "a", "b"])).map(Value.uri) ?? .missing
        case "name", "nick": return .string(pick(Self.texts))
        default:
            switch Int.random(in: 0..<3, using: &random) {
            case 0: return .integer(pick(Self.integers))
            case 1: return .double(pick(Self.doubles))
            default: return .decimal(pick(Self.decimals))
            }
        }
    }

    mutating func predicate(depth: Int, _ world: World) -> FetchPredicate {
        guard depth > 0, chance(60) else { return .comparison(comparison(world)) }
        switch Int.random(in: 0..<3, using: &random) {
        case 0: return .not(predicate(depth: depth - 1, world))
        case 1:
            return .and((0..<Int.random(in: 0..<4, using: &random)).map { _ in predicate(depth: depth - 1, world) })
        default:
            return .or((0..<Int.random(in: 0..<4, using: &random)).map { _ in predicate(depth: depth - 1, world) })
        }
    }

    private mutating func comparison(_ world: World) -> FetchComparison {
        let many = chance(30)
        let one = pick([[], [], [], ["boss"], ["boss", "boss"]])
        let prefix = many ? pick([["friends"], ["employer", "staff"], ["boss", "team"], ["friends", "boss"]]) : one
        let quantifier: FetchComparison.Quantifier = many ? pick([.any, .all, .noneOf]) : .none
        switch Int.random(in: 0..<10, using: &random) {
        case 0: return objects(prefix, quantifier, world)
        case 1:
            let path = pick([["friends"], ["employer", "staff"], ["boss", "team"]]) + ["@count"]
            return FetchComparison(.keyPath(path), order(), .constant(constant(for: "age")))
        case 2, 3, 4: return text(prefix, quantifier)
        case 5:
            let (left, right) = (pick(Self.numeric), pick(Self.numeric))
            let other = pick([[], ["boss"]]) + [right]
            return FetchComparison(.keyPath(prefix + [left]), order(), .keyPath(other), quantifier: quantifier)
        default:
            let name = pick(Self.numeric + ["active", "birthday", "code", "home"])
            let path = FetchExpression.keyPath(prefix + [name])
            if chance(15) {
                let list = (0..<Int.random(in: 0..<5, using: &random)).map { _ in
                    FetchExpression.constant(constant(for: name))
                }
                return FetchComparison(path, .isIn, .aggregate(list), quantifier: quantifier)
            }
            if chance(20) {
                let bounds = [constant(for: name), constant(for: name)].map { FetchExpression.constant($0) }
                return FetchComparison(path, .between, .aggregate(bounds), quantifier: quantifier)
            }
            let value = FetchExpression.constant(constant(for: name))
            if chance(15), !many { return FetchComparison(value, order(), path) }
            return FetchComparison(path, order(), value, quantifier: quantifier)
        }
    }

    private mutating func order() -> FetchComparison.Operator {
        pick([.equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual])
    }

    private mutating func text(
        _ prefix: [String], _ quantifier: FetchComparison.Quantifier
    ) -> FetchComparison {
        let path = FetchExpression.keyPath(prefix + ["name"])
        let options = FetchComparison.Options(rawValue: pick([0, 0, 1, 2, 3]))
        if chance(15) {
            let list = (0..<3).map { _ in FetchExpression.constant(text()) }
            return FetchComparison(path, .isIn, .aggregate(list), quantifier: quantifier, options: options)
        }
        if chance(15) {
            let right = FetchExpression.keyPath(pick([["nick"], ["boss", "nick"]]))
            let comparator = pick([order(), .contains, .beginsWith, .endsWith])
            return FetchComparison(path, comparator, right, quantifier: quantifier, options: options)
        }
        if chance(20) {
            let pattern = pick(["*", "?", "a*", "*a", "?b", "*s*", "", "*?a*"])
            return FetchComparison(
                path, .like, .constant(.string(pattern)), quantifier: quantifier, options: options)
        }
        let comparator = pick([order(), order(), .contains, .beginsWith, .endsWith])
        return FetchComparison(path, comparator, .constant(text()), quantifier: quantifier, options: options)
    }

    private mutating func objects(
        _ prefix: [String], _ quantifier: FetchComparison.Quantifier, _ world: World
    ) -> FetchComparison {
        let people = world.order.filter { $0.root.name == "Person" }
        let object = FetchExpression.constant(chance(15) ? .missing : .object(pick(people)))
        if chance(20) { return FetchComparison(.keyPath(["friends"]), .contains, object) }
        if chance(20) { return FetchComparison(object, .isIn, .keyPath(["friends"])) }
        // The many-path itself names objects; a path of values takes one more step.
        let path = FetchExpression.keyPath(quantifier == .none ? prefix + ["boss"] : prefix)
        if chance(30) {
            let list = (0..<4).map { _ in FetchExpression.constant(.object(pick(people))) }
            return FetchComparison(path, .isIn, .aggregate(list), quantifier: quantifier)
        }
        let right = chance(25) ? pick([.evaluatedObject, .keyPath(["boss"])]) : object
        return FetchComparison(path, pick([.equal, .notEqual]), right, quantifier: quantifier)
    }
}
