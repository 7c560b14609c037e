import PolystoreRandom
import PolystoreModel

/// Draws requests over the reference graph: paths within and across stores, all operators, missing values.
struct RandomRequests {
    private enum Kind {
        case text, integer, double
    }

    private static let paths: [String: [(path: [String], kind: Kind, isMany: Bool)]] = [
        "Person": [
            (["name"], .text, false), (["age"], .integer, false), (["score"], .double, false),
            (["employer", "name"], .text, false), (["employer", "size"], .integer, false),
            (["mentor", "name"], .text, false), (["mentor", "employer", "name"], .text, false),
            (["mentor", "employer", "size"], .integer, false), (["tags", "@count"], .integer, false),
            (["mentees", "@count"], .integer, false), (["employer", "staff", "@count"], .integer, false),
            (["tags", "label"], .text, true), (["mentees", "age"], .integer, true),
            (["mentees", "employer", "name"], .text, true), (["employer", "staff", "name"], .text, true),
        ],
        "Company": [
            (["name"], .text, false), (["size"], .integer, false), (["staff", "@count"], .integer, false),
            (["staff", "name"], .text, true), (["staff", "age"], .integer, true),
            (["staff", "mentor", "name"], .text, true),
        ],
        "Tag": [
            (["label"], .text, false), (["people", "@count"], .integer, false), (["people", "age"], .integer, true),
            (["people", "employer", "name"], .text, true),
        ],
        "Selection": [
            (["title"], .text, false), (["person", "name"], .text, false),
            (["person", "employer", "name"], .text, false),
            (["person", "tags", "@count"], .integer, false), (["person", "tags", "label"], .text, true),
            (["person", "mentor", "mentor", "age"], .integer, false),
        ],
    ]

    /// A request with a predicate, perhaps an order, an offset and a limit.
    static func draw(_ random: inout RandomSource) -> FetchRequestDescription {
        let entity = random.pick(["Person", "Person", "Company", "Tag", "Selection", "Manager"])
        var request = FetchRequestDescription(entityName: entity)
        request.predicate = predicate(entity == "Manager" ? "Person" : entity, depth: 2, &random)
        if !random.chance(3) {
            let simple = (paths[entity == "Manager" ? "Person" : entity] ?? []).filter {
                !$0.isMany && $0.path.last != "@count"
            }
            for _ in 0..<Int.random(in: 0...2, using: &random) {
                request.sortKeys.append(SortKey(random.pick(simple).path, ascending: !random.chance(2)))
            }
            if random.chance(2) { request.limit = Int.random(in: 0..<20, using: &random) }
            if random.chance(3) { request.offset = Int.random(in: 0..<10, using: &random) }
        }
        return request
    }

    static func predicate(_ entity: String, depth: Int, _ random: inout RandomSource) -> FetchPredicate {
        switch depth > 0 ? Int.random(in: 0..<6, using: &random) : 5 {
        case 0:
            return .and([predicate(entity, depth: depth - 1, &random), predicate(entity, depth: depth - 1, &random)])
        case 1:
            return .or([predicate(entity, depth: depth - 1, &random), predicate(entity, depth: depth - 1, &random)])
        case 2: return .not(predicate(entity, depth: depth - 1, &random))
        default: return comparison(entity, &random)
        }
    }

    private static func comparison(_ entity: String, _ random: inout RandomSource) -> FetchPredicate {
        let choice = random.pick(paths[entity] ?? [])
        if random.chance(4) { return expression(choice.path, choice.kind, choice.isMany, &random) }
        let quantifier: FetchComparison.Quantifier = choice.isMany ? random.pick([.any, .all, .noneOf]) : .none
        let left = FetchExpression.keyPath(choice.path)
        func made(
            _ comparator: FetchComparison.Operator, _ right: FetchExpression, _ options: FetchComparison.Options = []
        ) -> FetchPredicate {
            .comparison(FetchComparison(left, comparator, right, quantifier: quantifier, options: options))
        }
        let isCount = choice.path.last == "@count"
        if !isCount, random.chance(6) { return made(random.pick([.equal, .notEqual]), .constant(.missing)) }
        if random.chance(5) {
            return made(.isIn, .aggregate((0..<3).map { _ in .constant(value(choice.kind, isCount, &random)) }))
        }
        let operand = value(choice.kind, isCount, &random)
        if choice.kind == .text, random.chance(2) {
            return made(
                random.pick([.contains, .beginsWith, .endsWith]), .constant(operand),
                random.pick([[], .caseInsensitive, [.caseInsensitive, .diacriticInsensitive]]))
        }
        return made(
            random.pick([.equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual]), .constant(operand))
    }

    /// A comparison of something that is computed of a path.
    private static func expression(
        _ path: [String], _ kind: Kind, _ isMany: Bool, _ random: inout RandomSource
    ) -> FetchPredicate {
        func compare(_ left: FetchExpression, _ right: Value) -> FetchPredicate {
            let comparator = random.pick([FetchComparison.Operator.equal, .notEqual, .less, .greaterOrEqual])
            return .comparison(FetchComparison(left, comparator, .constant(right)))
        }
        let number = Value.integer(Int64.random(in: 0..<4, using: &random))
        guard isMany else {
            if kind == .text { return compare(.function("length", [.keyPath(path)]), number) }
            let factor = FetchExpression.constant(.integer(Int64.random(in: 0..<3, using: &random)))
            return compare(.function("multiply:by:", [.keyPath(path), factor]), value(kind, false, &random))
        }
        let start = Array(path.prefix(["employer", "person"].contains(path[0]) ? 2 : 1))
        let element = FetchExpression.path(.variable("x"), Array(path.dropFirst(start.count)))
        switch Int.random(in: 0..<3, using: &random) {
        case 0: return compare(.function("count", [.keyPath(path)]), number)
        case 1 where kind == .integer: return compare(.function("max", [.keyPath(path)]), value(kind, false, &random))
        default:
            let test = FetchComparison(element, .notEqual, .constant(value(kind, false, &random)))
            return compare(.path(.subquery(.keyPath(start), variable: "x", .comparison(test)), ["@count"]), number)
        }
    }

    private static func value(_ kind: Kind, _ isCount: Bool, _ random: inout RandomSource) -> Value {
        switch kind {
        case .text: .string(random.pick(GraphFixture.names))
        case .integer:
            .integer(isCount ? Int64.random(in: 0..<4, using: &random) : random.pick([0, 1, 2, 3, 19, 20, 22, 25]))
        case .double: .double(Double(Int.random(in: -2..<2, using: &random)))
        }
    }
}
