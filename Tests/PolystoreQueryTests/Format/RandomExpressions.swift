import Foundation
import PolystoreModel
import PolystoreRandom

/// Random trees of every kind of node that text has a form for.
struct RandomExpressions {
    var random: RandomSource
    private var values: RandomPredicates

    init() {
        random = RandomSource()
        values = RandomPredicates(random: RandomSource())
    }

    private mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

    private mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[Int.random(in: 0..<elements.count, using: &random)]
    }

    private static let names = ["a", "in", "SELF", "größe", "a b", "`", "first", "union", "sum", "x1"]
    private static let functions = [
        "sum", "add:to:", "from:subtract:", "multiply:by:", "divide:by:", "raise:toPower:", "modulus:by:", "now", "max",
        "castObject:toType:", "name",
    ]

    mutating func predicate(depth: Int) -> FetchPredicate {
        guard depth > 0 else { return .constant(chance(50)) }
        switch Int.random(in: 0..<5, using: &random) {
        case 0: return .not(predicate(depth: depth - 1))
        case 1: return .and([predicate(depth: depth - 1), predicate(depth: depth - 1)])
        case 2: return .or([predicate(depth: depth - 1), predicate(depth: depth - 1), predicate(depth: depth - 1)])
        default: return .comparison(comparison(depth: depth))
        }
    }

    private mutating func comparison(depth: Int) -> FetchComparison {
        FetchComparison(
            expression(depth: depth - 1), pick(FetchComparison.Operator.allCases), expression(depth: depth - 1),
            quantifier: pick(FetchComparison.Quantifier.allCases),
            options: FetchComparison.Options(rawValue: pick([0, 0, 1, 2, 3, 4, 8, 15])))
    }

    mutating func expression(depth: Int) -> FetchExpression {
        guard depth > 0 else { return leaf() }
        func list(_ count: Int, _ make: () -> FetchExpression) -> [FetchExpression] { (0..<count).map { _ in make() } }
        switch Int.random(in: 0..<10, using: &random) {
        case 0: return .aggregate(list(Int.random(in: 0..<4, using: &random)) { expression(depth: depth - 1) })
        case 1, 2:
            let name = pick(Self.functions)
            let count = name.contains(":") ? 2 : Int.random(in: 0..<4, using: &random)
            return .function(name, list(count) { expression(depth: depth - 1) })
        case 3:
            return .conditional(
                predicate(depth: depth - 1), expression(depth: depth - 1), expression(depth: depth - 1))
        case 4: return .subquery(expression(depth: depth - 1), variable: "x", predicate(depth: depth - 1))
        case 5:
            // Names behind a path are part of the path.
            let start = expression(depth: depth - 1)
            switch start.kind {
            case .keyPath, .evaluatedObject, .path: return start
            default: return .path(start, names())
            }
        case 6: return .element(expression(depth: depth - 1), selector(depth: depth))
        case 7, 8:
            return .combination(
                expression(depth: depth - 1), pick(SetOperation.allCases), expression(depth: depth - 1))
        default: return .assignment("v", expression(depth: depth - 1))
        }
    }

    private mutating func selector(depth: Int) -> ElementSelector {
        switch Int.random(in: 0..<4, using: &random) {
        case 0: .first
        case 1: .last
        case 2: .size
        default: .index(expression(depth: depth - 1))
        }
    }

    private mutating func names() -> [String] {
        var names = (0..<Int.random(in: 1..<4, using: &random)).map { _ in pick(Self.names) }
        if chance(20) { names.append("@" + pick(["count", "sum", "distinctUnionOfObjects"])) }
        return names
    }

    private mutating func leaf() -> FetchExpression {
        switch Int.random(in: 0..<6, using: &random) {
        case 0: return .evaluatedObject
        case 1: return .variable("x")
        case 2: return .keyPath(names())
        case 3: return .constant(pick([.missing, .boolean(true), .integer(-5), .double(-.infinity), .double(1)]))
        default:
            let name = pick(RandomPredicates.numeric + ["active", "birthday", "code", "home", "name"])
            return .constant(values.constant(for: name))
        }
    }
}
