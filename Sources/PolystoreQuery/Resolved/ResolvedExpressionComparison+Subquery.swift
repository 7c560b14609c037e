import PolystoreModel

extension ResolvedExpressionComparison {
    /// How many elements a subquery over one relationship of the evaluated object finds, compared with a number; nil when
    /// the comparison is something else.
    ///
    /// The predicate is about the element. It is made of comparisons that fail for no object, so that objects without an
    /// owner can be asked as well.
    package var subqueryCount: (relationship: ModelRelationship, predicate: ResolvedPredicate)? {
        guard quantifier == .none, case .constant = right else { return nil }
        switch comparator {
        case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual: break
        default: return nil
        }
        let counted: ResolvedExpression
        switch left {
        case .steps(let part, let steps) where steps == [.operation(.count, [])]: counted = part
        case .function(.count, let operands) where operands.count == 1: counted = operands[0]
        case .size(let part): counted = part
        default: return nil
        }
        guard case .subquery(.steps(.evaluatedObject, let steps), let variable, _, let test) = counted,
            steps.count == 1, case .relationship(let relationship) = steps[0], relationship.isToMany,
            let predicate = test.aboutElement(variable)
        else { return nil }
        return (relationship, predicate)
    }

    /// Whether the comparison of a count with the constant on the right holds.
    package func holds(count: Int) throws -> Bool {
        guard case .constant(let number) = right else { return false }
        return try ExpressionTest(comparator, options, PatternCache())
            .matches(.value(.integer(Int64(count))), .value(number))
    }

    /// A comparison of a plain path from a variable with values as one from the evaluated object; nil when it is none.
    fileprivate func aboutElement(_ variable: Int) -> ResolvedComparison? {
        guard quantifier == .none, !options.contains(.localized), case .steps(.variable(variable, _), let steps) = left
        else { return nil }
        var path = ResolvedPath(terminal: .object)
        for (index, step) in steps.enumerated() {
            switch step {
            case .relationship(let relationship) where !relationship.isToMany: path.steps.append(relationship)
            case .attribute(let attribute) where index == steps.count - 1: path.terminal = .attribute(attribute)
            default: return nil
            }
        }
        guard case .attribute(let attribute) = path.terminal else { return nil }
        let isText = attribute.type == .string
        let operand: ResolvedOperand
        switch (comparator, right) {
        case (.equal, .constant(let value)), (.notEqual, .constant(let value)), (.less, .constant(let value)),
            (.lessOrEqual, .constant(let value)), (.greater, .constant(let value)),
            (.greaterOrEqual, .constant(let value)):
            operand = .constant(value)
        case (.beginsWith, .constant(let value)) where isText, (.endsWith, .constant(let value)) where isText,
            (.contains, .constant(let value)) where isText, (.like, .constant(let value)) where isText:
            operand = .constant(value)
        default: return nil
        }
        guard case .constant(let value) = operand, !value.isMissing else { return nil }
        return ResolvedComparison(.path(path), comparator, operand, options: options)
    }
}

extension ResolvedPredicate {
    /// What the condition of a subquery says of its element, about the evaluated object; nil when it is about other objects
    /// as well, or computes something.
    fileprivate func aboutElement(_ variable: Int) -> ResolvedPredicate? {
        switch self {
        case .constant: return self
        // A plain path starts at the object that the whole predicate is about.
        case .comparison: return nil
        case .expression(let comparison): return comparison.aboutElement(variable).map(ResolvedPredicate.comparison)
        case .not(let part): return part.aboutElement(variable).map(ResolvedPredicate.not)
        case .and(let parts): return ResolvedPredicate.aboutElement(variable, parts).map(ResolvedPredicate.and)
        case .or(let parts): return ResolvedPredicate.aboutElement(variable, parts).map(ResolvedPredicate.or)
        }
    }

    private static func aboutElement(_ variable: Int, _ parts: [ResolvedPredicate]) -> [ResolvedPredicate]? {
        var result: [ResolvedPredicate] = []
        for part in parts {
            guard let part = part.aboutElement(variable) else { return nil }
            result.append(part)
        }
        return result
    }
}
