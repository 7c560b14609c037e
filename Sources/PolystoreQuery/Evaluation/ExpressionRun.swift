import PolystoreModel

/// The evaluation of expressions for one row: the definition of what they mean.
struct ExpressionRun {
    /// The row of the evaluated object; nil where only variables are asked for.
    let row: RowView?
    let source: any RowSource
    let patterns: PatternCache
    var variables: [ExpressionResult]

    /// Whether a predicate holds.
    mutating func holds(_ predicate: ResolvedPredicate) throws -> Bool {
        switch predicate {
        case .constant(let value): return value
        case .comparison(let comparison):
            guard let row else { return false }
            return try PathComparison(comparison).matches(row, source)
        case .expression(let comparison): return try holds(comparison)
        case .not(let part): return try !holds(part)
        case .and(let parts):
            for part in parts where try !holds(part) { return false }
            return true
        case .or(let parts):
            for part in parts where try holds(part) { return true }
            return false
        }
    }

    /// Whether a comparison holds.
    mutating func holds(_ comparison: ResolvedExpressionComparison) throws -> Bool {
        let left = try result(of: comparison.left)
        let right = try result(of: comparison.right)
        let test = ExpressionTest(comparison.comparator, comparison.options, patterns)
        switch comparison.quantifier {
        case .none: return try test.matches(left, right)
        case .any: return try left.elements.contains { try test.matches(.value($0), right) }
        case .all: return try left.elements.allSatisfy { try test.matches(.value($0), right) }
        case .noneOf: return try !left.elements.contains { try test.matches(.value($0), right) }
        }
    }

    /// The result of an expression.
    mutating func result(of expression: ResolvedExpression) throws -> ExpressionResult {
        switch expression {
        case .constant(let value): return .value(value)
        case .evaluatedObject: return .value(row.map { .object($0.objectID) } ?? .missing)
        case .variable(let number, _): return variables[number]
        case .list(let elements):
            var values: [Value] = []
            for element in elements { values.append(try result(of: element).single) }
            return .list(values)
        case .objects(let objects, _): return .list(objects.map(Value.object))
        case .steps(let start, let steps): return try walk(try result(of: start), steps[...])
        case .function(let function, let operands): return try call(function, operands)
        case .call(let function, let operands):
            var values: [Value] = []
            for operand in operands { values.append(try result(of: operand).single) }
            return .value(try function.value(values))
        case .cast(let value, let type): return .value(type.value(try result(of: value).single))
        case .conditional(let test, let first, let second): return try result(of: try holds(test) ? first : second)
        case .subquery(let collection, let number, _, let test):
            let elements = try result(of: collection).elements
            var found: [Value] = []
            for element in elements {
                variables[number] = .value(element)
                if try holds(test) { found.append(element) }
            }
            return .list(found)
        case .combination(let first, let operation, let second):
            let left = try result(of: first).elements
            return .list(DistinctValues.combined(left, operation, try result(of: second).elements))
        case .end(let collection, let isFirst):
            let elements = try result(of: collection).elements
            return .value((isFirst ? elements.first : elements.last) ?? .missing)
        case .size(let collection): return .value(.integer(Int64(try result(of: collection).elements.count)))
        case .element(let collection, let number):
            let elements = try result(of: collection).elements
            guard case .integer(let index) = try result(of: number).single, let index = Int(exactly: index),
                elements.indices.contains(index)
            else { return .value(.missing) }
            return .value(elements[index])
        case .assignment(let number, _, let value):
            let result = try result(of: value)
            variables[number] = result
            return result
        }
    }

    private mutating func call(
        _ function: ExpressionFunction, _ operands: [ResolvedExpression]
    ) throws -> ExpressionResult {
        var results: [ExpressionResult] = []
        for operand in operands { results.append(try result(of: operand)) }
        if function == .noIndex { return results.first ?? .value(.missing) }
        guard function.isAggregate else { return .value(try function.value(results.map(\.single))) }
        return try function.aggregate(results.flatMap(\.elements))
    }
}
