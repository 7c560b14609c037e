import PolystoreModel

extension ResolvedPredicate {
    /// Whether the predicate reads rows of other objects than the evaluated one.
    public var readsOtherObjects: Bool {
        switch self {
        case .constant: false
        case .comparison(let comparison): comparison.left.readsOtherObjects || comparison.right.readsOtherObjects
        case .expression(let comparison): comparison.readsOtherObjects
        case .and(let parts), .or(let parts): parts.contains(where: \.readsOtherObjects)
        case .not(let part): part.readsOtherObjects
        }
    }
}

extension ResolvedOperand {
    /// Whether the operand is a path that reads rows of other objects than the evaluated one.
    public var readsOtherObjects: Bool {
        if case .path(let path) = self { path.readsOtherObjects } else { false }
    }
}

extension ResolvedPath {
    /// Whether the path reads rows of other objects than the evaluated one; a to-one relationship alone stands in the
    /// object's own row.
    public var readsOtherObjects: Bool {
        switch steps.count {
        case 0: false
        case 1: steps[0].isToMany || terminal != .object
        default: true
        }
    }
}
