import Foundation
import PolystoreModel

@testable import PolystoreQuery

/// The predicate language over dictionaries, written as plainly as possible: what the real evaluator is compared with.
struct NaiveEvaluator {
    let world: World

    func matches(_ predicate: FetchPredicate, _ object: World.Object) -> Bool {
        switch predicate {
        case .constant(let value): value
        case .not(let part): !matches(part, object)
        case .and(let parts): parts.allSatisfy { matches($0, object) }
        case .or(let parts): parts.contains { matches($0, object) }
        case .comparison(let comparison): matches(comparison, object)
        }
    }

    private func matches(_ comparison: FetchComparison, _ object: World.Object) -> Bool {
        let lefts = values(comparison.left, object)
        let rights = values(comparison.right, object)
        func holds(_ left: Value) -> Bool { self.holds(left, comparison, rights) }
        switch comparison.quantifier {
        case .any: return lefts.contains(where: holds)
        case .all: return lefts.allSatisfy(holds)
        case .noneOf: return !lefts.contains(where: holds)
        case .none:
            if comparison.comparator == .isIn, case .keyPath = comparison.right {
                return rights.contains { NaiveValues.equal(lefts[0], $0, comparison.options) }
            }
            if comparison.comparator == .contains, isMany(comparison.left, object) {
                return lefts.contains { NaiveValues.equal($0, rights[0], comparison.options) }
            }
            return holds(lefts[0])
        }
    }

    private func isMany(_ expression: FetchExpression, _ object: World.Object) -> Bool {
        guard case .keyPath(let names, _) = expression else { return false }
        var entity = object.entity
        for name in names {
            guard let relationship = entity.relationship(named: name) else { return false }
            if relationship.isToMany { return true }
            entity = relationship.destination
        }
        return false
    }

    private func holds(_ left: Value, _ comparison: FetchComparison, _ rights: [Value]) -> Bool {
        let options = comparison.options
        switch comparison.comparator {
        case .equal: return NaiveValues.equal(left, rights[0], options)
        case .notEqual: return !NaiveValues.equal(left, rights[0], options)
        case .less: return NaiveValues.less(left, rights[0], options)
        case .greater: return NaiveValues.less(rights[0], left, options)
        case .lessOrEqual:
            return NaiveValues.less(left, rights[0], options)
                || (!left.isMissing && NaiveValues.equal(left, rights[0], options))
        case .greaterOrEqual:
            return NaiveValues.less(rights[0], left, options)
                || (!left.isMissing && NaiveValues.equal(left, rights[0], options))
        case .between:
            return [left, rights[0], rights[1]].allSatisfy { !$0.isMissing }
                && !NaiveValues.less(left, rights[0], options) && !NaiveValues.less(rights[1], left, options)
        case .isIn: return !left.isMissing && rights.contains { NaiveValues.equal(left, $0, options) }
        case .contains, .beginsWith, .endsWith, .like, .matches:
            return NaiveValues.text(left, comparison.comparator, rights[0], options)
        }
    }

    /// What an expression leads to: one value, or one for each related object.
    private func values(_ expression: FetchExpression, _ object: World.Object) -> [Value] {
        switch expression {
        case .constant(let value, _): return [value]
        case .evaluatedObject: return [.object(object.id)]
        case .aggregate(let parts): return parts.flatMap { values($0, object) }
        case .keyPath(let names, _): return values(names[...], object)
        default: return []
        }
    }

    private func values(_ names: ArraySlice<String>, _ object: World.Object) -> [Value] {
        guard let name = names.first else { return [.object(object.id)] }
        let rest = names.dropFirst()
        guard let relationship = object.entity.relationship(named: name) else {
            return [object.values[name] ?? .missing]
        }
        let related = object.related[name] ?? []
        if rest.first == "@count" { return [.integer(Int64(related.count))] }
        if !relationship.isToMany, related.isEmpty {
            return rest.last == "@count" ? [.integer(0)] : passesMany(rest, relationship.destination) ? [] : [.missing]
        }
        return related.compactMap { world.objects[$0] }.flatMap { values(rest, $0) }
    }

    private func passesMany(_ names: ArraySlice<String>, _ entity: ModelEntity) -> Bool {
        guard let name = names.first, let relationship = entity.relationship(named: name) else { return false }
        return relationship.isToMany || passesMany(names.dropFirst(), relationship.destination)
    }
}
