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
            guard position == 0, path.steps.count == 1, comparison.quantifier == .none,
                let elements = elements(path, position, subject, needsRows: false),
                case .constant(let value) = comparison.right
            else { return nil }
            let count = SQLOperand(expression: "(SELECT count(*) \(elements.from))", kind: .integer)
            return constant(count, comparison.comparator, value, comparison.options)
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
        if inner.right.isPath { return nil }
        guard let condition = pathComparison(rest, inner, element) else { return nil }
        switch comparison.quantifier {
        case .any: return exists(elements, condition)
        case .noneOf: return "NOT \(exists(elements, condition))"
        case .all: return "NOT \(exists(elements, condition.negated))"
        case .none: return nil
        }
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

    private mutating func joinElements(_ step: ModelRelationship, _ key: SQLFragment, needsRows: Bool) -> Elements? {
        guard let join = step.join, let schema = context.schema.join(join),
            !context.opening.placement.leavingJoins.contains(join),
            !context.present.columns(of: schema.table).contains(schema.sourcePeer),
            let element = self.subject(of: step)
        else { return nil }
        let isForward = join.forward === step
        let pair = alias()
        let side = "\(pair).\(SQLName.quoted(isForward ? schema.source : schema.target))"
        let other = "\(pair).\(SQLName.quoted(isForward ? schema.target : schema.source))"
        guard needsRows else {
            return Elements(
                from: "FROM \(schema.table) \(pair) WHERE \(side) = \(key)", subject: nil, key: SQLFragment(other))
        }
        // A pair whose target is gone counts as an object without values.
        let rows = "LEFT JOIN \(element.table.table) \(element.alias) ON \(element.alias).Z_PK = \(other)"
        return Elements(
            from: "FROM \(schema.table) \(pair) \(rows) WHERE \(side) = \(key)", subject: element,
            key: SQLFragment(other))
    }
}
