import PolystoreQuery
import PolystoreRandom
import PolystoreStorage

extension QuestionMaker {
    /// A comparison with the elements of a collection.
    mutating func collections(_ scope: GraphScope, _ depth: Int) -> FetchComparison? {
        let kind: GraphKind = random.pick([.number, .number, .text, .date, .boolean])
        let values = collection(kind, scope, depth)
        switch random.below(4) {
        case 0: return FetchComparison(expression(kind, scope, min(depth, 1)), .isIn, values)
        case 1: return FetchComparison(values, .contains, leaf(kind, scope))
        default:
            return FetchComparison(
                values, comparator(), leaf(kind, scope), quantifier: quantifier(),
                options: kind == .text ? textOptions() : [])
        }
    }

    /// Values of a kind.
    mutating func collection(_ kind: GraphKind, _ scope: GraphScope, _ depth: Int) -> FetchExpression {
        switch random.below(9) {
        case 0...1 where depth > 0:
            return .combination(
                collection(kind, scope, depth - 1), random.pick(SetOperation.allCases),
                collection(kind, scope, depth - 1))
        case 2 where kind != .binary: return .function("mode", [collection(kind, scope, depth - 1)])
        case 3...4:
            guard let (found, entity) = subquery(scope, depth) else { break }
            let attributes = entity.attributes.filter { $0.kind == kind }
            if !attributes.isEmpty { return .path(found, [random.pick(attributes).name]) }
        case 5:
            guard let names = valuesPath(of: kind, scope.entity) else { break }
            let operation = random.pick(Self.unions)
            return scope.path(Array(names.dropLast()) + ["@" + operation.rawValue] + names.suffix(1))
        case 6:
            let (request, entity) = fetch()
            let attributes = entity.attributes.filter { $0.kind == kind }
            if !attributes.isEmpty { return .path(.fetch(request, countOnly: false), [random.pick(attributes).name]) }
        case 7: if let names = valuesPath(of: kind, scope.entity) { return scope.path(names) }
        default: break
        }
        return .aggregate((0..<random.below(4)).map { _ in leaf(kind, scope) })
    }

    private static let unions: [CollectionOperator] = [
        .unionOfObjects, .distinctUnionOfObjects, .unionOfArrays, .distinctUnionOfArrays, .unionOfSets,
        .distinctUnionOfSets,
    ]

    /// A number made of a collection of numbers.
    mutating func aggregated(_ scope: GraphScope, _ depth: Int) -> FetchExpression {
        if random.chance(3), let names = valuesPath(of: .number, scope.entity) {
            let operation = random.pick(["@sum", "@avg", "@min", "@max"])
            return scope.path(Array(names.dropLast()) + [operation] + names.suffix(1))
        }
        let function = random.pick(["sum", "count", "average", "min", "max", "median", "stddev"])
        return .function(function, [collection(.number, scope, depth - 1)])
    }

    /// The number of some objects.
    mutating func sized(_ scope: GraphScope, _ depth: Int) -> FetchExpression {
        if random.chance(5) { return .fetch(fetch().0, countOnly: true) }
        guard let (found, _) = subquery(scope, depth) else { return small() }
        switch random.below(4) {
        case 0: return .element(found, .size)
        case 1: return .function("count", [found])
        default: return .path(found, ["@count"])
        }
    }

    /// A request of its own, and what it fetches: some entity, or a given one.
    mutating func fetch(_ name: String? = nil) -> (FetchRequestDescription, GraphEntity) {
        let entity = pick(name ?? random.pick(["Item", "Special", "Box", "Shelf", "Tag"]))
        var request = FetchRequestDescription(entityName: entity.name)
        request.predicate = random.chance(4) ? nil : comparison(GraphScope(entity: entity), 0)
        request.includesPendingChanges = moment != .disregarded
        if random.chance(3) {
            request.sortKeys = [SortKey(["number"], ascending: random.chance(2))]
            request.limit = random.below(6)
        }
        return (request, entity)
    }

    /// Objects at the end of a path for which a predicate holds; nil when no path leads to several.
    private mutating func subquery(
        _ scope: GraphScope, _ depth: Int
    ) -> (expression: FetchExpression, entity: GraphEntity)? {
        guard scope.outer.count < 2, let (names, entity, _) = objectsPath(scope.entity) else { return nil }
        let name = variable()
        var inner = GraphScope(entity: entity, start: .variable(name))
        inner.outer = scope.outer + [scope]
        var test = predicate(inner, max(0, min(depth - 1, 1)))
        if random.chance(3) {
            // A comparison of the element with the object that the whole predicate is about.
            let outside = inner.outer[0]
            test = .and([
                test,
                .comparison(
                    FetchComparison(inner.path(["number"]), comparator(), outside.path(["number"]))),
            ])
        }
        return (.subquery(scope.path(names), variable: name, test), entity)
    }
}
