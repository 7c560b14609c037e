import PolystoreModel

/// A comparison that leads to other objects, or whose operands meet only as values.
final class PathComparison {
    private let comparison: ResolvedComparison
    private let test: ValueComparison
    /// The path that is walked: the one on the left, or the only one.
    private let path: ResolvedPath
    /// The test of the last object's own slots, compiled for each layout that it comes in.
    private let terminal: PredicateEvaluator?

    init(_ comparison: ResolvedComparison) {
        self.comparison = comparison
        test = ValueComparison(comparison.comparator, comparison.options)
        if case .path(let path) = comparison.left {
            self.path = path
        } else if case .path(let path) = comparison.right {
            self.path = path
        } else {
            path = .evaluatedObject
        }
        terminal = PathComparison.terminal(comparison)
    }

    /// Whether the comparison holds for a row.
    func matches(_ row: RowView, _ source: any RowSource) throws -> Bool {
        switch comparison.left {
        case .path:
            var right = Value.missing
            if case .path(let other) = comparison.right { right = try PathReader.value(other, of: row, source) }
            let answer = try matches(row, from: 0, right, source)
            return comparison.quantifier == .noneOf ? !answer : answer
        case .constant(let left):
            guard case .path(let path) = comparison.right else { return holds(left, .missing) }
            return test.matches(left, try PathReader.value(path, of: row, source))
        case .values, .objects: return false
        }
    }

    /// The comparison for what the path leads to from its step `index` on.
    private func matches(
        _ row: RowView, from index: Int, _ right: Value, _ source: any RowSource
    ) throws -> Bool {
        guard index < path.steps.count else {
            if let terminal { return try terminal.matches(row, source: source) }
            guard case .attribute(let attribute) = path.terminal else { return holds(.object(row.objectID), right) }
            return holds(try PathReader.value(attribute.key, of: row, source), right)
        }
        let step = path.steps[index]
        guard step.isToMany else {
            guard let object = try PathReader.reference(step, of: row, source) else {
                return answerForNothing(from: index, right)
            }
            return try matches(object, from: index + 1, right, source)
        }
        let objects = try source.related(step, of: row.objectID)
        if path.terminal == .count { return holds(.integer(Int64(objects.count)), right) }
        let isAll = comparison.quantifier == .all
        for object in objects where try matches(object, from: index + 1, right, source) != isAll { return !isAll }
        return isAll
    }

    private func matches(
        _ object: ObjectID, from index: Int, _ right: Value, _ source: any RowSource
    ) throws -> Bool {
        if index == path.steps.count, path.terminal == .object { return holds(.object(object), right) }
        let answer = try source.withRow(of: object) { try matches($0, from: index, right, source) }
        return answer ?? answerForNothing(from: index, right)
    }

    /// The answer where a to-one step leads to nothing.
    private func answerForNothing(from index: Int, _ right: Value) -> Bool {
        guard path.steps[index...].contains(where: \.isToMany) else { return holds(.missing, right) }
        if path.terminal == .count { return holds(.integer(0), right) }
        return comparison.quantifier == .all
    }

    /// The comparison for a value on the left.
    private func holds(_ left: Value, _ right: Value) -> Bool {
        switch comparison.right {
        case .constant(let constant): return test.matches(left, constant)
        case .path: return test.matches(left, right)
        case .values(let values):
            guard comparison.comparator == .between else { return test.matches(left, anyOf: values) }
            return values.count == 2 && test.matches(left, between: values[0], values[1])
        case .objects(let objects):
            guard case .object(let object) = left else { return false }
            return objects.contains(object)
        }
    }

    private static func terminal(_ comparison: ResolvedComparison) -> PredicateEvaluator? {
        guard case .path(let path) = comparison.left, !path.steps.isEmpty, case .attribute = path.terminal else {
            return nil
        }
        if case .path = comparison.right { return nil }
        var last = comparison
        last.left = .path(ResolvedPath(terminal: path.terminal))
        last.quantifier = .none
        return PredicateEvaluator(.comparison(last))
    }
}
