import PolystoreModel

/// Collects the paths from the evaluated object that expressions follow: what a variable or a subquery's elements are is
/// told by the path that led to them, so that what lies behind them can be read ahead as well.
struct ReadAheadPaths {
    private typealias Place = [ModelRelationship]

    /// The paths that were found.
    private(set) var paths = Set<ResolvedPath>()
    /// The paths to the objects that variables stand for, by the variables' numbers.
    private var variables: [Int: Set<Place>] = [:]

    /// How many paths lead to the objects of one expression at most; what lies behind further ones is read when it is
    /// looked at.
    private static let largestCount = 32

    /// Collects what a comparison follows.
    mutating func visit(_ comparison: ResolvedExpressionComparison) {
        places(of: comparison.left)
        places(of: comparison.right)
    }

    /// Collects what an expression follows.
    mutating func visit(_ expression: ResolvedExpression) { places(of: expression) }

    private mutating func visit(_ predicate: ResolvedPredicate) {
        switch predicate {
        case .constant: break
        case .comparison(let comparison):
            for case .path(let path) in [comparison.left, comparison.right] where !path.steps.isEmpty {
                paths.insert(path)
            }
        case .expression(let comparison): visit(comparison)
        case .and(let parts), .or(let parts): for part in parts { visit(part) }
        case .not(let part): visit(part)
        }
    }

    /// The paths to the objects that an expression gives; none when it gives values.
    @discardableResult
    private mutating func places(of expression: ResolvedExpression) -> Set<Place> {
        switch expression {
        case .constant, .objects: return []
        case .evaluatedObject: return [[]]
        case .variable(let number, _): return variables[number] ?? []
        case .steps(let start, let steps): return walk(places(of: start), steps)
        case .subquery(let collection, let number, _, let test):
            let elements = places(of: collection)
            variables[number] = elements
            visit(test)
            return elements
        case .conditional(let test, let first, let second):
            visit(test)
            return bounded(places(of: first), places(of: second))
        case .combination(let first, _, let second): return bounded(places(of: first), places(of: second))
        case .end(let collection, _): return places(of: collection)
        case .element(let collection, let number):
            places(of: number)
            return places(of: collection)
        case .assignment(let number, _, let value):
            let found = places(of: value)
            variables[number] = found
            return found
        case .list(let parts):
            return parts.reduce(into: []) { found, part in found = bounded(found, places(of: part)) }
        case .function(_, let operands), .call(_, let operands):
            for operand in operands { places(of: operand) }
            return []
        case .cast(let part, _), .size(let part):
            places(of: part)
            return []
        }
    }

    private func bounded(_ first: Set<Place>, _ second: Set<Place>) -> Set<Place> {
        let all = first.union(second)
        return all.count > Self.largestCount ? first : all
    }

    private mutating func walk(_ starts: Set<Place>, _ steps: [ResolvedStep]) -> Set<Place> {
        var places = starts
        for step in steps {
            switch step {
            case .relationship(let relationship):
                places = Set(places.map { $0 + [relationship] })
                for place in places { paths.insert(ResolvedPath(steps: place, terminal: .object)) }
            case .attribute(let attribute):
                for place in places where !place.isEmpty {
                    paths.insert(ResolvedPath(steps: place, terminal: .attribute(attribute)))
                }
                return []
            case .operation(_, let inner): places = walk(places, inner)
            }
        }
        return places
    }
}
