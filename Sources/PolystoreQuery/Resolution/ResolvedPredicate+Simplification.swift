extension ResolvedPredicate {
    /// The complement, without a double negation and without the negation of a constant.
    var negated: ResolvedPredicate {
        switch self {
        case .constant(let value): .constant(!value)
        case .not(let part): part
        default: .not(self)
        }
    }

    /// All parts together, without constants where they do not matter.
    static func all(of parts: [ResolvedPredicate]) -> ResolvedPredicate {
        if parts.contains(where: { $0.isConstant(false) }) { return .constant(false) }
        let parts = parts.contains { $0.isConstant(true) } ? parts.filter { !$0.isConstant(true) } : parts
        return parts.isEmpty ? .constant(true) : parts.count == 1 ? parts[0] : .and(parts)
    }

    /// One of the parts at least, without constants where they do not matter.
    static func any(of parts: [ResolvedPredicate]) -> ResolvedPredicate {
        if parts.contains(where: { $0.isConstant(true) }) { return .constant(true) }
        let parts = parts.contains { $0.isConstant(false) } ? parts.filter { !$0.isConstant(false) } : parts
        return parts.isEmpty ? .constant(false) : parts.count == 1 ? parts[0] : .or(parts)
    }
}
