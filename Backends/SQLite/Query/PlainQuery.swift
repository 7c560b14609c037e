import PolystoreModel
import PolystoreQuery
import PolystoreStorage

/// A query whose conditions compare attributes of the objects themselves with values, which most queries of programs do.
///
/// What SQL does for it depends on its shape alone: it is planned once, and then only values are bound.
struct PlainQuery {
    /// What one condition compares, and how.
    struct Condition: Hashable {
        let attribute: ModelAttribute
        let comparator: FetchComparison.Operator
        let options: FetchComparison.Options
    }

    /// Everything of a query but its values.
    struct Shape: Hashable {
        let entities: [ModelEntity]
        let conditions: [Condition]
        let sortKeys: [ResolvedSortKey]
        let isOrdered: Bool
        let isLimited: Bool
    }

    let shape: Shape
    /// What the conditions compare with, in their order.
    let values: [Value]
    let limit: Int?

    /// Takes a query apart; nil for one that is not plain.
    init?(_ query: StoreQuery) {
        // Whoever wants estimates wants to read the plan as well.
        guard !query.wantsEstimates, query.sortKeys.allSatisfy({ $0.path != nil }) else { return nil }
        let parts = query.predicate?.conjuncts ?? []
        var conditions: [Condition] = []
        var values: [Value] = []
        conditions.reserveCapacity(parts.count)
        values.reserveCapacity(parts.count)
        for part in parts {
            guard let (attribute, comparison) = part.attributeComparison,
                case .constant(let value) = comparison.right, !value.isMissing
            else { return nil }
            conditions.append(
                Condition(attribute: attribute, comparator: comparison.comparator, options: comparison.options))
            values.append(value)
        }
        shape = Shape(
            entities: query.entities, conditions: conditions, sortKeys: query.sortKeys, isOrdered: query.isOrdered,
            isLimited: query.limit != nil)
        self.values = values
        limit = query.limit
    }
}

extension ResolvedPredicate {
    /// The comparison of an attribute of the object itself with a value, if it is one.
    @inline(__always)
    var attributeComparison: (attribute: ModelAttribute, comparison: ResolvedComparison)? {
        guard case .comparison(let comparison) = self, comparison.quantifier == .none,
            case .path(let path) = comparison.left, path.steps.isEmpty,
            case .attribute(let attribute) = path.terminal,
            case .constant = comparison.right
        else { return nil }
        return (attribute, comparison)
    }
}
