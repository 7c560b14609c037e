import PolystoreModel
import PolystoreQuery
import PolystoreStorage

/// Tells whether a store can follow a path alone, or where the path leaves it.
struct PathScope {
    /// How far a store can follow a path.
    enum Reach: Equatable {
        /// To its end.
        case inside
        /// Up to a step whose objects must be looked up in other stores.
        case leaves(step: Int)
        /// Not at all: unsaved changes lie over objects on the way.
        case overlaid
    }

    let stores: StoreSet
    let isOverlaid: (ModelEntity) -> Bool

    /// Whether unsaved changes lie over the objects on either side of a relationship.
    func isOverlaid(among relationship: ModelRelationship) -> Bool {
        (relationship.entity.concreteFamily + relationship.destination.concreteFamily).contains(where: isOverlaid)
    }

    /// How far a store can follow a path from its own rows.
    func reach(of path: ResolvedPath, in store: AttachedStore) -> Reach {
        var leaving: Int?
        for (index, step) in path.steps.enumerated() {
            let isRead = step.isToMany || index < path.steps.count - 1 || path.terminal != .object
            if isRead, step.destination.concreteFamily.contains(where: isOverlaid) { return .overlaid }
            if leaving == nil, leaves(step, store, isRead: isRead) { leaving = index }
        }
        return leaving.map(Reach.leaves) ?? .inside
    }

    /// How far a store can follow all paths of a comparison.
    func reach(of comparison: ResolvedComparison, in store: AttachedStore) -> Reach {
        let left = reach(of: comparison.left, in: store)
        if left == .overlaid { return .overlaid }
        let right = reach(of: comparison.right, in: store)
        return left == .inside || right == .overlaid ? right : left
    }

    private func reach(of operand: ResolvedOperand, in store: AttachedStore) -> Reach {
        // Most paths stay in the row.
        guard case .path(let path) = operand, !path.steps.isEmpty else { return .inside }
        return reach(of: path, in: store)
    }

    /// Whether a store can decide a predicate alone.
    func isInside(_ predicate: ResolvedPredicate, _ store: AttachedStore) -> Bool {
        switch predicate {
        case .constant: true
        case .comparison(let comparison): reach(of: comparison, in: store) == .inside
        case .expression(let comparison): isInside(comparison, store)
        case .and(let parts), .or(let parts): parts.allSatisfy { isInside($0, store) }
        case .not(let part): isInside(part, store)
        }
    }

    /// Whether a store has what a sort key looks at.
    func isInside(_ key: ResolvedSortKey, _ store: AttachedStore) -> Bool {
        switch key.term {
        case .path(let path): reach(of: path, in: store) == .inside
        case .expression(let expression, _): isInside([expression], store) || !key.readsOtherObjects
        }
    }

    private func isInside(_ comparison: ResolvedExpressionComparison, _ store: AttachedStore) -> Bool {
        guard let relationships = comparison.followedRelationships else { return !comparison.readsOtherObjects }
        return isInside(relationships, store)
    }

    /// Whether a store can compute expressions alone.
    func isInside(_ expressions: [ResolvedExpression], _ store: AttachedStore) -> Bool {
        expressions.allSatisfy { expression in
            expression.followedRelationships.map { isInside($0, store) } ?? false
        }
    }

    private func isInside(_ relationships: [ModelRelationship], _ store: AttachedStore) -> Bool {
        relationships.allSatisfy { step in
            !step.destination.concreteFamily.contains(where: isOverlaid) && !leaves(step, store, isRead: true)
        }
    }

    /// Whether the objects behind a step of a path within a store may be known elsewhere only.
    private func leaves(_ step: ModelRelationship, _ store: AttachedStore, isRead: Bool) -> Bool {
        switch step.form {
        case .transient: return true
        case .reference:
            if store.placement.omittedReferences.contains(step) { return true }
            return isRead && store.placement.leavingReferences.contains(step)
        case .inverseReference, .join:
            return !isAlone(store, with: step.entity) || !isAlone(store, with: step.destination)
        }
    }

    private func isAlone(_ store: AttachedStore, with entity: ModelEntity) -> Bool {
        stores.homes(of: entity).allSatisfy { $0 === store }
    }
}
