import PolystoreModel

extension ResolvedProjection {
    /// An aggregate over all objects that stores tell by counting, or by their first or last object in an order.
    package enum Bound: Hashable, Sendable {
        /// The number of objects, or of those that have a value.
        case count(ModelAttribute?)
        /// The smallest value, or the greatest.
        case end(ModelAttribute, isSmallest: Bool)
    }

    /// The aggregates, when there are no groups and every one is told by counting or by an order; nil otherwise.
    ///
    /// More than a few are better computed in one pass over the rows.
    package var bounds: [Bound]? {
        guard isGrouped, keys.isEmpty, (1...4).contains(aggregates.count) else { return nil }
        var bounds: [Bound] = []
        for aggregate in aggregates {
            guard let bound = ResolvedProjection.bound(aggregate) else { return nil }
            bounds.append(bound)
        }
        return bounds
    }

    private static func bound(_ aggregate: Aggregate) -> Bound? {
        switch (aggregate.function, aggregate.operand) {
        case (.count, .evaluatedObject): return .count(nil)
        case (.count, let operand): return attribute(operand).map(Bound.count)
        case (.minimum, let operand), (.maximum, let operand):
            guard let attribute = attribute(operand) else { return nil }
            // Of these, values that are equal are the same.
            switch attribute.type {
            case .integer16, .integer32, .integer64, .double, .float, .date: break
            default: return nil
            }
            return .end(attribute, isSmallest: aggregate.function == .minimum)
        default: return nil
        }
    }

    /// The attribute of the object itself that an operand is.
    private static func attribute(_ operand: ResolvedExpression) -> ModelAttribute? {
        guard case .steps(.evaluatedObject, let steps) = operand, steps.count == 1,
            case .attribute(let attribute) = steps[0], !attribute.isTransient
        else { return nil }
        return attribute
    }
}
