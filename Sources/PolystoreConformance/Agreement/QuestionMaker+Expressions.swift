import PolystoreRandom
import PolystoreStorage

extension QuestionMaker {
    /// A comparison of expressions.
    mutating func expressions(_ scope: GraphScope, _ depth: Int) -> FetchComparison? {
        let kind: GraphKind = random.pick([.number, .number, .number, .number, .text, .text, .date, .boolean])
        let depth = max(depth, 1)
        if kind == .number, random.chance(12) {
            let (name, operand) = (variable(), number(scope))
            let left = FetchExpression.function("add:to:", [.assignment(name, operand), small()])
            return FetchComparison(left, comparator(), .function("multiply:by:", [.variable(name), small()]))
        }
        let left = expression(kind, scope, depth)
        let right = random.chance(3) ? expression(kind, scope, depth - 1) : leaf(kind, scope, constantOneIn: 1)
        let options: FetchComparison.Options = kind == .text ? textOptions() : []
        switch random.below(10) {
        case 0:
            return FetchComparison(
                left, .between, .aggregate([leaf(kind, scope), leaf(kind, scope)]), options: options)
        case 1:
            let list = (0..<random.below(4)).map { _ in leaf(kind, scope) }
            return FetchComparison(left, .isIn, .aggregate(list), options: options)
        case 2...3 where kind == .text:
            return FetchComparison(
                left, random.pick([.contains, .beginsWith, .endsWith, .like]), right, options: options)
        default: return FetchComparison(left, comparator(), right, options: options)
        }
    }

    /// One value of a kind.
    mutating func expression(_ kind: GraphKind, _ scope: GraphScope, _ depth: Int) -> FetchExpression {
        guard depth > 0 else { return leaf(kind, scope) }
        switch random.below(12) {
        case 0:
            return .conditional(
                predicate(scope, 0), expression(kind, scope, depth - 1), expression(kind, scope, depth - 1))
        case 1: return .function("noindex", [expression(kind, scope, depth - 1)])
        case 2:
            let list = FetchExpression.aggregate((0...random.below(3)).map { _ in expression(kind, scope, depth - 1) })
            return .element(list, random.pick([.first, .last, .index(small())]))
        case 3:
            guard kind != .binary, let names = valuesPath(of: kind, scope.entity) else { break }
            return .function(random.pick(["min", "max"]), [scope.path(names)])
        default: break
        }
        switch kind {
        case .number: return numbers(scope, depth)
        case .text: return texts(scope, depth)
        case .date: return dates(scope, depth)
        case .boolean: return .function("castObject:toType:", [small(), .constant(.string("boolean"))])
        case .binary, .uuid, .uri: return leaf(kind, scope)
        }
    }

    /// A path or a constant.
    mutating func leaf(_ kind: GraphKind, _ scope: GraphScope, constantOneIn: Int = 3) -> FetchExpression {
        if !random.chance(constantOneIn) {
            if kind == .number { return number(scope) }
            if let (names, _) = attribute(of: kind, scope) { return scope.path(names) }
        }
        switch kind {
        case .number:
            return random.chance(3)
                ? .constant(GraphValues.random(random.pick([.double, .decimal, .float]), &random)) : small()
        case .text: return .constant(GraphValues.random(.string, &random))
        case .boolean: return .constant(GraphValues.random(.boolean, &random))
        case .date: return .constant(GraphValues.random(.date, &random))
        case .binary: return .constant(GraphValues.random(.binary, &random))
        case .uuid: return .constant(GraphValues.random(.uuid, &random))
        case .uri: return .constant(GraphValues.random(.uri, &random))
        }
    }

    /// A number that seldom overflows.
    mutating func number(_ scope: GraphScope) -> FetchExpression {
        for _ in 0..<3 {
            guard let (names, attribute) = attribute(of: .number, scope) else { break }
            if attribute.name != "count" || random.chance(8) { return scope.path(names) }
        }
        return scope.path(["number"])
    }

    private mutating func numbers(_ scope: GraphScope, _ depth: Int) -> FetchExpression {
        switch random.below(22) {
        case 0..<5:
            return .function(random.pick(Self.operators), [numberOperand(scope, depth), numberOperand(scope, depth)])
        case 5: return .function("raise:toPower:", [number(scope), small()])
        case 6..<9: return .function(random.pick(Self.functions), [numberOperand(scope, depth)])
        case 9:
            return .function(
                random.pick(["bitwiseAnd:with:", "bitwiseOr:with:", "bitwiseXor:with:"]), [number(scope), small()])
        case 10: return .function(random.pick(["leftshift:by:", "rightshift:by:"]), [number(scope), small()])
        case 11: return .function("onesComplement", [number(scope)])
        case 12: return .function("length", [expression(.text, scope, depth - 1)])
        case 13:
            return .function("from:subtract:", [expression(.date, scope, depth - 1), leaf(.date, scope)])
        case 14:
            let kind: GraphKind = random.pick([.number, .text, .boolean, .date])
            return .function(
                "castObject:toType:",
                [leaf(kind, scope), .constant(.string(random.pick(["integer", "double", "decimal"])))])
        case 15..<18: return aggregated(scope, depth)
        case 18..<20: return sized(scope, depth)
        default: return number(scope)
        }
    }

    private mutating func numberOperand(_ scope: GraphScope, _ depth: Int) -> FetchExpression {
        expression(.number, scope, depth - 1)
    }

    private static let operators = ["add:to:", "from:subtract:", "multiply:by:", "divide:by:", "modulus:by:"]
    private static let functions = ["abs", "floor", "ceiling", "trunc", "sqrt", "exp", "ln", "log"]

    private mutating func texts(_ scope: GraphScope, _ depth: Int) -> FetchExpression {
        switch random.below(6) {
        case 0:
            let kind: GraphKind = random.pick([.number, .boolean, .text])
            return .function("castObject:toType:", [leaf(kind, scope), .constant(.string("string"))])
        case 1..<5:
            return .function(
                random.pick(["uppercase", "lowercase", "canonical"]), [expression(.text, scope, depth - 1)])
        default: return leaf(.text, scope)
        }
    }

    private mutating func dates(_ scope: GraphScope, _ depth: Int) -> FetchExpression {
        switch random.below(6) {
        case 0: return .function("castObject:toType:", [leaf(.number, scope), .constant(.string("date"))])
        case 1 where mayAskTime: return .function("now", [])
        case 2...4:
            return .function(
                random.pick(["add:to:", "from:subtract:"]),
                [leaf(.date, scope), expression(.number, scope, depth - 1)])
        default: return leaf(.date, scope)
        }
    }
}
