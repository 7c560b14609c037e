import PolystoreModel
import PolystoreQuery

extension ResolvedPredicate {
    /// Whether the slots of a row tell whether the predicate holds: no path leads on, and no large data is asked for.
    var isToldByOwnSlots: Bool {
        switch self {
        case .constant: true
        case .comparison(let comparison): comparison.left.isInOwnSlots && comparison.right.isInOwnSlots
        case .expression: false
        case .and(let parts), .or(let parts): parts.allSatisfy(\.isToldByOwnSlots)
        case .not(let part): part.isToldByOwnSlots
        }
    }
}

extension ResolvedOperand {
    fileprivate var isInOwnSlots: Bool {
        guard case .path(let path) = self else { return true }
        return path.isInOwnSlots
    }
}

extension ResolvedPath {
    /// Whether a slot of the row itself holds what the path leads to.
    var isInOwnSlots: Bool {
        // A to-one relationship by itself is in the row; where it leads is not.
        if steps.count == 1, steps[0].form == .reference, terminal == .object { return true }
        guard steps.isEmpty, case .attribute(let attribute) = terminal, !attribute.isTransient,
            let kind = attribute.slotKind
        else { return false }
        return !kind.mayBeDeferred
    }
}
