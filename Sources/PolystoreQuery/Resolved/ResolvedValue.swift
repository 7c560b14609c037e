import PolystoreModel

/// One value of each object, with resolved names: what a property is set to.
package struct ResolvedValue: Hashable, Sendable {
    /// What is computed.
    package let expression: ResolvedExpression
    /// How many variables that needs.
    let variableCount: Int

    /// The paths that lead beyond the row itself, for reading ahead.
    package var pathsToReadAhead: [ResolvedPath] { expression.pathsToReadAhead }

    /// The value that is the same for all objects; nil of one that is computed.
    package var constant: Value? {
        if case .constant(let value) = expression { value } else { nil }
    }

    /// What the expression gives for a row.
    ///
    /// - Parameters:
    ///   - row: A row of an entity that the expression was resolved for.
    ///   - source: Where related objects are found.
    /// - Returns: The value; missing where there is none.
    /// - Throws: The source's errors, and those of arithmetic.
    package func value(of row: RowView, source: any RowSource) throws -> Value {
        if let constant { return constant }
        let variables = [ExpressionResult](repeating: .value(.missing), count: variableCount)
        var run = ExpressionRun(row: row, source: source, patterns: PatternCache(), variables: variables)
        return try run.result(of: expression).single
    }
}

extension RequestResolver {
    /// Resolves an expression that gives one value of each object of an entity.
    ///
    /// - Parameters:
    ///   - expression: The expression.
    ///   - entity: The entity of the objects.
    /// - Returns: The expression with resolved names.
    /// - Throws: `QueryError` for the first thing that is wrong, `wrongType` for a collection.
    package func value(
        _ expression: FetchExpression, for entity: ModelEntity
    ) throws(QueryError) -> ResolvedValue {
        var scope = ExpressionScope()
        let typed = try typed(expression, for: entity, &scope, depth: 0)
        guard !typed.type.isCollection else {
            throw QueryError(.wrongType, [.entity: entity.name, .expected: "a value", .found: "a collection"])
        }
        return ResolvedValue(expression: typed.expression, variableCount: scope.count)
    }
}
