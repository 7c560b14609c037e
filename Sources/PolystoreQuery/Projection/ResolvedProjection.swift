import PolystoreModel

/// The columns and groups of a dictionary request with resolved names.
package struct ResolvedProjection: Sendable {
    /// An aggregate over the objects of a group.
    package struct Aggregate: Hashable, Sendable {
        /// What is computed.
        package var function: ExpressionFunction
        /// Of what, for each object.
        package var operand: ResolvedExpression
        /// The type of the operand's numbers, where it is known.
        package var number: AttributeType?

        /// Makes an aggregate.
        package init(function: ExpressionFunction, operand: ResolvedExpression, number: AttributeType?) {
            self.function = function
            self.operand = operand
            self.number = number
        }
    }

    /// The names of the columns.
    package var names: [String] = []
    /// Whether each result stands for a group of objects.
    package var isGrouped = false
    /// The keys of a group.
    package var keys: [ResolvedExpression] = []
    /// The aggregates of groups.
    package var aggregates: [Aggregate] = []
    /// The columns; in groups, of variables: first the keys, then the aggregates.
    var columns: [ResolvedExpression] = []
    /// Which groups, of the same variables.
    var having: ResolvedPredicate?
    /// The order of groups before that of their keys, of the same variables.
    var order: [(expression: ResolvedExpression, isAscending: Bool, options: FetchComparison.Options)] = []
    /// How many variables columns and condition need.
    var variableCount = 0
    /// Whether equal results count once.
    var isDistinct = false

    /// What makes results different, where equal ones count once: of groups their keys, of objects the columns; nil where
    /// each object has a result.
    package var distinctKeys: [ResolvedExpression]? { isGrouped ? keys : isDistinct ? columns : nil }

    /// The paths that the columns follow, for reading ahead.
    package var pathsToReadAhead: [ResolvedPath] {
        (keys + aggregates.map(\.operand) + (isGrouped ? [] : columns)).flatMap(\.pathsToReadAhead)
    }
}
