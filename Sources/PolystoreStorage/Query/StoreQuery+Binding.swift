import PolystoreModel
import PolystoreQuery

extension StoreQuery {
    /// The same query with conditions that compare with other values.
    ///
    /// - Parameter values: A value for each condition that must hold, in their order; all of them compare something with a
    ///   value.
    /// - Returns: The query.
    func binding(_ values: [Value]) -> StoreQuery {
        var query = self
        let conditions = predicate?.conjuncts ?? []
        precondition(conditions.count == values.count, "each condition has a value")
        query.predicate = .conjunction(zip(conditions, values).map { $0.comparing(with: $1) })
        return query
    }
}

extension ResolvedPredicate {
    /// The comparison with another value; itself when it is none.
    fileprivate func comparing(with value: Value) -> ResolvedPredicate {
        guard case .comparison(var comparison) = self else { return self }
        comparison.right = .constant(value)
        return .comparison(comparison)
    }
}
