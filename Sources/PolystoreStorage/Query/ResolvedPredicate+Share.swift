import PolystoreQuery

extension ResolvedPredicate {
    /// A guess at the share of objects for which the predicate holds, where nothing is known about the values.
    ///
    /// Guesses only choose among plans that find the same, and are shown by `explain`.
    public var guessedShare: Double {
        switch self {
        case .constant(let value): value ? 1 : 0
        case .comparison(let comparison): Self.guessedShare(comparison.comparator)
        case .expression(let comparison): Self.guessedShare(comparison.comparator)
        case .and(let parts): parts.reduce(1) { $0 * $1.guessedShare }
        case .or(let parts): 1 - parts.reduce(1) { $0 * (1 - $1.guessedShare) }
        case .not(let part): 1 - part.guessedShare
        }
    }

    private static func guessedShare(_ comparator: FetchComparison.Operator) -> Double {
        switch comparator {
        case .equal: 0.05
        case .notEqual: 0.95
        case .isIn: 0.15
        case .less, .lessOrEqual, .greater, .greaterOrEqual: 0.4
        default: 0.2
        }
    }
}
