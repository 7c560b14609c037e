import PolystoreRandom
import PolystoreStorage

extension QuestionMaker {
    /// One comparison.
    mutating func comparison(_ scope: GraphScope, _ depth: Int) -> FetchPredicate {
        .comparison(made(scope, depth) ?? fallback(scope))
    }

    private mutating func fallback(_ scope: GraphScope) -> FetchComparison {
        FetchComparison(scope.path(["number"]), comparator(), .constant(.integer(Int64(random.below(64)))))
    }

    mutating func comparator() -> FetchComparison.Operator { random.pick(FetchComparison.Operator.ofValues) }

    private mutating func kind() -> GraphKind {
        random.pick([.number, .number, .number, .number, .text, .text, .text, .boolean, .date, .binary, .uuid, .uri])
    }

    private mutating func made(_ scope: GraphScope, _ depth: Int) -> FetchComparison? {
        switch random.below(100) {
        case 0..<20: return plain(scope)
        case 20..<27: return twoPaths(scope)
        case 27..<33: return between(scope, depth)
        case 33..<41: return membership(scope, depth)
        case 41..<51: return text(scope)
        case 51..<63: return quantified(scope)
        case 63..<68: return counted(scope)
        case 68..<77: return related(scope)
        case 77..<79 where scope.entity.attributes.contains { $0.kind == nil }:
            return FetchComparison(scope.path(["mood"]), random.pick([.equal, .notEqual]), .constant(.missing))
        case 79..<83: return collections(scope, depth)
        default: return expressions(scope, depth)
        }
    }

    /// A path and a value, in either order.
    private mutating func plain(_ scope: GraphScope) -> FetchComparison? {
        guard let (names, attribute) = attribute(of: kind(), scope) else { return nil }
        let options: FetchComparison.Options = attribute.kind == .text || attribute.kind == .uri ? textOptions() : []
        let (path, value) = (scope.path(names), constant(attribute))
        return random.chance(5)
            ? FetchComparison(value, comparator(), path, options: options)
            : FetchComparison(path, comparator(), value, options: options)
    }

    private mutating func twoPaths(_ scope: GraphScope) -> FetchComparison? {
        let kind = kind()
        guard let (left, _) = attribute(of: kind, scope), let (right, _) = attribute(of: kind, scope) else {
            return nil
        }
        return FetchComparison(
            scope.path(left), comparator(), scope.path(right), options: kind == .text ? textOptions() : [])
    }

    private mutating func between(_ scope: GraphScope, _ depth: Int) -> FetchComparison? {
        let kind = kind()
        guard let (names, attribute) = attribute(of: kind, scope) else { return nil }
        var bounds = [constant(attribute), constant(attribute)]
        if random.chance(5) { bounds[random.below(2)] = expression(kind, scope, min(depth, 1)) }
        return FetchComparison(
            scope.path(names), .between, .aggregate(bounds), options: kind == .text ? textOptions() : [])
    }

    private mutating func membership(_ scope: GraphScope, _ depth: Int) -> FetchComparison? {
        if random.chance(4), let (names, attribute) = valuesPath(scope.entity) {
            return FetchComparison(constant(attribute), .isIn, scope.path(names))
        }
        let kind = kind()
        guard let (names, attribute) = attribute(of: kind, scope) else { return nil }
        var list = (0..<random.below(6)).map { _ in constant(attribute) }
        if random.chance(8) { list.append(expression(kind, scope, min(depth, 1))) }
        return FetchComparison(scope.path(names), .isIn, .aggregate(list), options: kind == .text ? textOptions() : [])
    }

    /// An operator on text.
    private mutating func text(_ scope: GraphScope) -> FetchComparison? {
        guard let (names, _) = attribute(of: random.chance(8) ? .uri : .text, scope) else { return nil }
        let path = scope.path(names)
        let comparator: FetchComparison.Operator = random.pick([.contains, .beginsWith, .endsWith, .like, .matches])
        let options = textOptions()
        switch comparator {
        case .like:
            return FetchComparison(path, .like, .constant(.string(random.pick(GraphValues.patterns))), options: options)
        case .matches:
            return FetchComparison(
                path, .matches, .constant(.string(random.pick(GraphValues.expressions))), options: options)
        default: break
        }
        let text = FetchExpression.constant(.string(random.pick(GraphValues.texts)))
        switch random.below(8) {
        case 0: return FetchComparison(text, .isIn, path, options: options)
        case 1: return FetchComparison(text, comparator, path, options: options)
        case 2:
            guard let (other, _) = attribute(of: .text, scope) else { break }
            return FetchComparison(path, comparator, scope.path(other), options: options)
        default: break
        }
        return FetchComparison(path, comparator, text, options: options)
    }

    mutating func quantifier() -> FetchComparison.Quantifier { random.pick([.any, .all, .noneOf]) }

    private mutating func quantified(_ scope: GraphScope) -> FetchComparison? {
        guard let (names, attribute) = valuesPath(scope.entity) else { return nil }
        let (path, quantifier) = (scope.path(names), quantifier())
        let isText = attribute.kind == .text
        let options = isText ? textOptions() : []
        switch random.below(8) {
        case 0:
            return FetchComparison(
                path, .between, .aggregate([constant(attribute), constant(attribute)]), quantifier: quantifier,
                options: options)
        case 1:
            return FetchComparison(
                path, .isIn, .aggregate((0..<random.below(4)).map { _ in constant(attribute) }),
                quantifier: quantifier, options: options)
        case 2...3 where isText:
            return FetchComparison(
                path, random.pick([.contains, .beginsWith, .endsWith, .like]),
                .constant(.string(random.pick(GraphValues.texts))), quantifier: quantifier, options: options)
        case 4:
            guard let kind = attribute.kind, let (other, _) = self.attribute(of: kind, scope) else { break }
            return FetchComparison(path, comparator(), scope.path(other), quantifier: quantifier, options: options)
        default: break
        }
        return FetchComparison(path, comparator(), constant(attribute), quantifier: quantifier, options: options)
    }

    private mutating func counted(_ scope: GraphScope) -> FetchComparison? {
        guard let (names, _, _) = objectsPath(scope.entity) else { return nil }
        let count = scope.path(names + ["@count"])
        switch random.below(6) {
        case 0: return FetchComparison(count, .isIn, .aggregate([small(), small(), small()]))
        case 1: return FetchComparison(count, .between, .aggregate([small(), small()]))
        case 2:
            guard let (other, _) = attribute(of: .number, scope) else { break }
            return FetchComparison(count, comparator(), scope.path(other))
        default: break
        }
        return FetchComparison(count, comparator(), small())
    }

    /// Objects compared with objects.
    private mutating func related(_ scope: GraphScope) -> FetchComparison? {
        let equality: FetchComparison.Operator = random.pick([.equal, .notEqual])
        if random.chance(3), let (names, entity, _) = objectsPath(scope.entity) {
            let path = scope.path(names)
            guard let object = object(of: entity) else { return nil }
            switch random.below(5) {
            case 0: return FetchComparison(path, .contains, object)
            case 1: return FetchComparison(object, .isIn, path)
            case 2:
                return FetchComparison(path, .isIn, .aggregate([object]), quantifier: quantifier())
            default: return FetchComparison(path, equality, object, quantifier: quantifier())
            }
        }
        let (entity, names) = walk(scope.entity, oneIn: 2)
        let path = scope.path(names)
        if random.chance(5) {
            return FetchComparison(path, .isIn, .fetch(fetch(entity.name).0, countOnly: false))
        }
        guard let object = object(of: entity), !random.chance(4) else {
            if names.isEmpty { return nil }
            return FetchComparison(path, equality, .constant(.missing))
        }
        guard random.chance(3) else { return FetchComparison(path, equality, object) }
        let list = [object] + (0..<random.below(3)).compactMap { _ in self.object(of: entity) }
        return FetchComparison(path, .isIn, .aggregate(list))
    }
}
