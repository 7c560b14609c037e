import PolystoreModel
import PolystoreQuery
import PolystoreStorage

extension SQLCompiler {
    /// The objects behind a to-many step: where they come from, and how an element is looked at.
    private struct Elements {
        /// `FROM … WHERE …`, up to further conditions.
        var from: SQLFragment
        /// The elements' rows; nil when only their keys are at hand.
        var subject: Subject?
        /// The element's key.
        var key: SQLFragment
    }

    /// A comparison whose left path goes through a to-many step.
    mutating func throughToMany(
        _ comparison: ResolvedComparison, _ path: ResolvedPath, _ subject: Subject
    ) -> SQLFragment? {
        guard let position = path.toManyIndex else { return nil }
        let rest = ResolvedPath(steps: Array(path.steps[(position + 1)...]), terminal: path.terminal)
        if case .count = path.terminal {
            guard comparison.quantifier == .none else { return nil }
            return count(path, subject).flatMap { right(of: $0, comparison, subject) }
        }
        if comparison.quantifier == .none {
            // Only whether the relationship holds an object is asked without a quantifier.
            guard comparison.comparator == .contains, case .object = path.terminal, rest.steps.isEmpty,
                case .constant(.object(let object)) = comparison.right,
                let elements = elements(path, position, subject, needsRows: false)
            else { return nil }
            let isOwn = object.store == context.number && object.root == path.steps[position].destination.rootNumber
            return isOwn ? exists(elements, "\(elements.key) = \(bind: .integer(object.key))") : .no
        }
        guard let elements = elements(path, position, subject, needsRows: true), let element = elements.subject else {
            return nil
        }
        var inner = comparison
        inner.quantifier = .none
        inner.left = .path(rest)
        let condition: SQLFragment?
        if case .path(let other) = inner.right {
            // The path on the right begins at the evaluated object.
            guard let left = operand(rest, element), let right = value(other, subject) else { return nil }
            condition = operands(left, inner.comparator, right, inner.options)
        } else {
            condition = pathComparison(rest, inner, element)
        }
        guard let condition else { return nil }
        switch comparison.quantifier {
        case .any: return exists(elements, condition)
        case .noneOf: return "NOT \(exists(elements, condition))"
        case .all: return "NOT \(exists(elements, condition.negated))"
        case .none: return nil
        }
    }

    /// The number of objects behind the last step of a path.
    mutating func count(_ path: ResolvedPath, _ subject: Subject) -> SQLOperand? {
        guard case .count = path.terminal, let position = path.toManyIndex, position == path.steps.count - 1,
            let elements = elements(path, position, subject, needsRows: false)
        else { return nil }
        return SQLOperand(expression: "(SELECT count(*) \(elements.from))", kind: .integer)
    }

    private func exists(_ elements: Elements, _ condition: SQLFragment) -> SQLFragment {
        "EXISTS (SELECT 1 \(elements.from) AND \(condition))"
    }

    /// The elements of the to-many step of a path; nil when some of them may live elsewhere.
    private mutating func elements(
        _ path: ResolvedPath, _ position: Int, _ subject: Subject, needsRows: Bool
    ) -> Elements? {
        let step = path.steps[position]
        let owner = ResolvedPath(steps: Array(path.steps[..<position]), terminal: .object)
        guard var key = operand(owner, subject)?.expression else { return nil }
        if position > 0 {
            // What is related to an object that is gone does not count.
            guard let last = self.subject(of: path.steps[position - 1]) else { return nil }
            key = "(SELECT \(last.alias).Z_PK FROM \(last.table.table) \(last.alias) WHERE \(last.alias).Z_PK = \(key))"
        }
        switch step.form {
        case .inverseReference:
            guard let inverse = step.inverse, let element = self.subject(of: step),
                let reference = ownReference(inverse, element)
            else { return nil }
            return Elements(
                from: "FROM \(element.table.table) \(element.alias) WHERE \(reference) = \(key)", subject: element,
                key: SQLFragment("\(element.alias).Z_PK"))
        case .join: return joinElements(step, key, needsRows: needsRows)
        case .reference, .transient: return nil
        }
    }

    /// The table of a relationship's pairs, under a new name, with its columns for the near and the far objects; nil when
    /// a pair may name an object of another store.
    mutating func pairs(
        _ step: ModelRelationship
    ) -> (schema: JoinSchema, alias: String, side: String, other: String)? {
        guard let join = step.join, let schema = context.schema.join(join),
            !context.opening.placement.leavingJoins.contains(join),
            !context.present.columns(of: schema.table).contains(schema.sourcePeer)
        else { return nil }
        let isForward = join.forward === step
        let pair = alias()
        let side = "\(pair).\(SQLName.quoted(isForward ? schema.source : schema.target))"
        return (schema, pair, side, "\(pair).\(SQLName.quoted(isForward ? schema.target : schema.source))")
    }

    private mutating func joinElements(_ step: ModelRelationship, _ key: SQLFragment, needsRows: Bool) -> Elements? {
        guard let pair = pairs(step), let element = self.subject(of: step) else { return nil }
        guard needsRows else {
            return Elements(
                from: "FROM \(pair.schema.table) \(pair.alias) WHERE \(pair.side) = \(key)", subject: nil,
                key: SQLFragment(pair.other))
        }
        // A pair whose target is gone counts as an object without values.
        let rows = "LEFT JOIN \(element.table.table) \(element.alias) ON \(element.alias).Z_PK = \(pair.other)"
        return Elements(
            from: "FROM \(pair.schema.table) \(pair.alias) \(rows) WHERE \(pair.side) = \(key)", subject: element,
            key: SQLFragment(pair.other))
    }
}
