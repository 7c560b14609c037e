import PolystoreStorage

extension FetchPredicate {
    /// The predicate with comparisons that only the evaluator of expressions can decide, where that means the same.
    var withoutPlan: FetchPredicate {
        switch self {
        case .constant: self
        case .and(let parts): .and(parts.map(\.withoutPlan))
        case .or(let parts): .or(parts.map(\.withoutPlan))
        case .not(let part): .not(part.withoutPlan)
        case .comparison(let comparison): .comparison(comparison.withoutPlan)
        }
    }
}

extension FetchComparison {
    /// The comparison with a function around a path on its left, which gives the path's value.
    ///
    /// Behind a missing object a quantified path finds nothing, while an expression gives no elements; so only paths
    /// that cannot end there are wrapped.
    fileprivate var withoutPlan: FetchComparison {
        guard case .keyPath(let names, _) = left, !(quantifier != .none && names.count > 1 && names[0] != "items"),
            comparator != .contains || quantifier != .none
        else { return self }
        var changed = self
        changed.left = .function("noindex", [left])
        return changed
    }
}
