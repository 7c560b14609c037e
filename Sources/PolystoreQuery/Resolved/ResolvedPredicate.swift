/// A predicate whose names were found in the model and whose values fit the properties that they are compared with.
///
/// The same two-valued logic as `FetchPredicate`; this is what stores plan and what the evaluator runs.
public indirect enum ResolvedPredicate: Hashable, Sendable {
    /// True or false for every object.
    case constant(Bool)
    /// A comparison.
    case comparison(ResolvedComparison)
    /// A comparison of expressions, which the evaluator decides.
    case expression(ResolvedExpressionComparison)
    /// True when every part is; true when empty.
    case and([ResolvedPredicate])
    /// True when some part is; false when empty.
    case or([ResolvedPredicate])
    /// True exactly when the part is false.
    case not(ResolvedPredicate)

    /// The parts that must all hold.
    public var conjuncts: [ResolvedPredicate] {
        switch self {
        // Hardly ever is a part made of others, and then the parts are the list that is there.
        case .and(let parts): parts.contains(where: \.hasOtherConjuncts) ? parts.flatMap(\.conjuncts) : parts
        case .constant(true): []
        default: [self]
        }
    }

    private var hasOtherConjuncts: Bool {
        switch self {
        case .and, .constant(true): true
        default: false
        }
    }

    /// Whether the predicate is the constant of a value, as it stands.
    public func isConstant(_ value: Bool) -> Bool {
        if case .constant(value) = self { true } else { false }
    }

    /// All parts together; nil when there is none.
    public static func conjunction(_ parts: [ResolvedPredicate]) -> ResolvedPredicate? {
        parts.isEmpty ? nil : parts.count == 1 ? parts[0] : .and(parts)
    }
}
