import PolystoreRandom

/// Random predicates over people as text, of expressions of every form.
struct RandomExpressions {
    var random: RandomSource
    /// Where paths begin: nothing for the evaluated object, or a variable and a point.
    private var prefix = ""

    init(random: RandomSource) { self.random = random }

    mutating func predicate(_ depth: Int) -> String {
        guard depth > 0 else { return comparison(0) }
        switch pick(6) {
        case 0: return "NOT (\(predicate(depth - 1)))"
        case 1: return "(\(predicate(depth - 1)) AND \(predicate(depth - 1)))"
        case 2: return "(\(predicate(depth - 1)) OR \(predicate(depth - 1)))"
        default: return comparison(depth)
        }
    }

    private mutating func comparison(_ depth: Int) -> String {
        switch pick(14) {
        case 0...3: return "\(number(depth)) \(symbol()) \(number(depth))"
        case 4: return "\(text(depth)) \(symbol())\(options()) \(text(depth))"
        case 5:
            let word = choose(["CONTAINS", "BEGINSWITH", "ENDSWITH", "LIKE"])
            return "\(text(depth)) \(word)\(options()) \(text(depth))"
        case 6: return "\(number(depth)) IN {\(number(depth)), \(number(0)), \(number(0))}"
        case 7: return "\(number(depth)) BETWEEN {\(number(0)), \(number(depth))}"
        case 8: return "\(number(depth)) IN \(many()).\(attribute())"
        case 9: return "\(quantifier()) \(many()).\(attribute()) \(symbol()) \(number(depth))"
        case 10: return "\(quantifier()) \(path("tags.label")) \(symbol())\(options()) \(text(depth))"
        case 11: return "\(choose([number(depth), text(depth)])) \(choose(["=", "!="])) nil"
        case 12:
            return choose([
                "\(path("boss")) = SELF", "SELF IN \(many())", "\(many()) CONTAINS \(path("boss"))",
                "\(path("name")) MATCHES 'a.*'", "\(path("born")) + \(number(0)) > date(\(pick(9000)))",
                "\(path("born")) - \(path("boss.born")) > \(number(0))",
                "\(path("isActive")) = \(path("boss.isActive"))",
                "\(path("page")) = \(path("boss.page"))", "\(path("mark")) != \(path("boss.mark"))",
                "\(path("employer")) = \(path("boss.employer"))", "NOT \(path("name")) MATCHES '[a-c]+'",
            ])
        default:
            return choose([
                "(\(many()).age \(choose(["UNION", "INTERSECT", "MINUS"])) \(many()).age)[SIZE] > \(pick(4))",
                "\(many()).@distinctUnionOfObjects.name.@count > \(pick(4))",
                "ANY \(many()).\(choose(["tags", "reports"])).@count > \(pick(3))",
                "ANY \(path("reports.reports.age")) > \(number(0))",
                "(\(many()) MINUS \(many())).@count > \(pick(3))",
            ])
        }
    }

    private mutating func number(_ depth: Int) -> String {
        guard depth > 0 else {
            switch pick(7) {
            case 0: return choose(["0", "1", "-2", "7", "9223372036854775807"])
            case 1: return choose(["0.1", "2.5", "-1.5"])
            case 2: return choose(["1e0", "5e-1", "-25e-1"])
            case 3: return path("boss." + attribute())
            default: return path(attribute())
            }
        }
        switch pick(13) {
        case 0...3: return "(\(number(depth - 1)) \(choose(["+", "-", "*", "/"])) \(number(depth - 1)))"
        case 4: return "\(choose(["abs", "floor", "ceiling", "trunc", "sqrt", "noindex"]))(\(number(depth - 1)))"
        case 5: return "modulus:by:(\(number(depth - 1)), \(number(0)))"
        case 6: return "length(\(text(depth - 1)))"
        case 7: return "TERNARY(\(predicate(depth - 1)), \(number(depth - 1)), \(number(depth - 1)))"
        case 8: return "\(many()).@\(choose(["sum", "avg", "min", "max"])).\(attribute())"
        case 9: return "\(many()).@count"
        case 10:
            return
                "CAST(\(choose([number(depth - 1), text(depth - 1)])), \"\(choose(["integer", "double", "decimal"]))\")"
        case 11:
            return
                "\(choose(["max", "min", "sum", "average", "median", "stddev", "count"]))({\(number(depth - 1)), \(number(0))})"
        default: return subquery(depth) + choose([".@count", "[SIZE]", ".@sum.age", ".@max.score"])
        }
    }

    private mutating func subquery(_ depth: Int) -> String {
        let collection = many()
        let outer = prefix
        // Names of variables may be used again inside.
        prefix = outer.isEmpty ? "$x." : "$y."
        defer { prefix = outer }
        return "SUBQUERY(\(collection), \(prefix.dropLast()), \(predicate(depth - 1)))"
    }

    private mutating func text(_ depth: Int) -> String {
        guard depth > 0 else { return choose(["'a'", "'ab'", "'Äb'", path("name"), path("boss.name"), path("name")]) }
        switch pick(5) {
        case 0: return "\(choose(["uppercase", "lowercase", "canonical"]))(\(text(depth - 1)))"
        case 1: return "CAST(\(number(depth - 1)), \"string\")"
        case 2: return "TERNARY(\(predicate(depth - 1)), \(text(depth - 1)), \(text(depth - 1)))"
        case 3: return "\(path("tags")).@\(choose(["min", "max"])).label"
        default: return text(0)
        }
    }

    private mutating func many() -> String { path(choose(["reports", "friends", "likes", "likedBy"])) }
    private mutating func attribute() -> String { choose(["age", "height", "steps", "salary", "score", "ratio"]) }
    private mutating func symbol() -> String { choose(["=", "!=", "<", "<=", ">", ">="]) }
    private mutating func quantifier() -> String { choose(["ANY", "ALL", "NONE"]) }
    private mutating func options() -> String { choose(["", "", "[c]", "[d]", "[cd]"]) }
    private mutating func path(_ names: String) -> String { pick(4) == 0 ? names : prefix + names }
    private mutating func pick(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }
    private mutating func choose(_ texts: [String]) -> String { texts[pick(texts.count)] }
}
