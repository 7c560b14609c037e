import PolystoreModel

/// The columns and groups of a dictionary request with resolved names.
package struct ResolvedProjection: Sendable {
    /// An aggregate over the objects of a group.
    struct Aggregate: Hashable, Sendable {
        var function: ExpressionFunction
        var operand: ResolvedExpression
        /// The type of the operand's numbers, where it is known.
        var number: AttributeType?
    }

    /// The names of the columns.
    package var names: [String] = []
    /// Whether each result stands for a group of objects.
    package var isGrouped = false
    /// What objects of a group have in common.
    var keys: [ResolvedExpression] = []
    /// What is computed over groups.
    var aggregates: [Aggregate] = []
    /// The columns; in groups, of variables: first the keys, then the aggregates.
    var columns: [ResolvedExpression] = []
    /// Which groups, of the same variables.
    var having: ResolvedPredicate?
    /// How many variables columns and condition need.
    var variableCount = 0
    /// Whether equal results count once.
    var isDistinct = false

    /// The paths that the columns follow, for reading ahead.
    package var pathsToReadAhead: [ResolvedPath] {
        (keys + aggregates.map(\.operand) + (isGrouped ? [] : columns)).flatMap(\.pathsToReadAhead)
    }
}
