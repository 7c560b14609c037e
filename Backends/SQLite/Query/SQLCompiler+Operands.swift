import PolystoreModel
import PolystoreQuery
import PolystoreStorage

extension SQLCompiler {
    /// The column of a to-one relationship whose objects all live in this store; nil for one that may lead out of it.
    func ownReference(_ step: ModelRelationship, _ subject: Subject) -> String? {
        guard step.form == .reference, let column = subject.column(step.key),
            !context.opening.placement.omittedReferences.contains(step),
            !context.opening.placement.leavingReferences.contains(step),
            !hasPeers(column, subject.table)
        else { return nil }
        return subject.name(column.name)
    }

    /// Whether the table has a column for the peers of a reference: then a row may name an object of another store,
    /// even if none is written so any more.
    func hasPeers(_ column: StoredColumn, _ table: TableSchema) -> Bool {
        column.companion.map { context.present.columns(of: table.table).contains($0) } ?? false
    }

    /// The rows that a relationship leads to, under a new name; nil when the store does not hold them all.
    mutating func subject(of step: ModelRelationship) -> Subject? { subject(for: step.destination) }

    /// The rows of an entity's objects, under a new name; nil when the store does not hold them all.
    mutating func subject(for entity: ModelEntity) -> Subject? {
        guard let table = context.schema.table(entity.rootNumber), context.isOnlyHome(of: entity) else { return nil }
        return Subject(alias: alias(), table: table, entities: [entity.name])
    }

    /// The value of a path of to-one steps; nil when it leaves the store.
    mutating func operand(_ path: ResolvedPath, _ subject: Subject) -> SQLOperand? {
        guard let step = path.steps.first else { return terminal(path.terminal, subject) }
        guard let reference = ownReference(step, subject) else { return nil }
        if path.steps.count == 1, case .object = path.terminal {
            return SQLOperand(expression: SQLFragment(reference), kind: .object(step.destination.rootNumber))
        }
        guard let destination = self.subject(of: step) else { return nil }
        let rest = ResolvedPath(steps: Array(path.steps.dropFirst()), terminal: path.terminal)
        guard var inner = operand(rest, destination) else { return nil }
        func nested(_ expression: SQLFragment) -> SQLFragment {
            let from = "\(destination.table.table) \(destination.alias)"
            return "(SELECT \(expression) FROM \(from) WHERE \(destination.alias).Z_PK = \(reference))"
        }
        if let edited = inner.editedExpression {
            // Through a reference no index is used anyway, so both forms of a decimal become one.
            inner.expression = nested("ifnull(\(inner.expression), \(edited))")
            inner.editedExpression = nil
        } else {
            inner.expression = nested(inner.expression)
        }
        return inner
    }

    func terminal(_ terminal: ResolvedPath.Terminal, _ subject: Subject) -> SQLOperand? {
        switch terminal {
        case .object:
            return SQLOperand(expression: SQLFragment("\(subject.alias).Z_PK"), kind: .object(subject.table.root))
        case .count: return nil
        case .attribute(let attribute):
            guard !attribute.isTransient, let column = subject.column(attribute.key),
                column.kind != .objectReference
            else { return nil }
            let name = SQLFragment(subject.name(column.name))
            guard column.kind == .decimal, let companion = column.companion else {
                return SQLOperand(expression: name, kind: .init(column.kind, root: nil))
            }
            return SQLOperand(
                expression: SQLFragment(subject.name(companion)), kind: .decimal,
                editedExpression: "polystore_decimal(\(name))")
        }
    }

    /// An operand compared with a constant.
    func constant(
        _ left: SQLOperand, _ comparator: FetchComparison.Operator, _ value: Value, _ options: FetchComparison.Options
    ) -> SQLFragment? {
        if let edited = left.editedExpression {
            if comparator == .notEqual || value.isMissing {
                let either = SQLOperand(expression: "ifnull(\(left.expression), \(edited))", kind: left.kind)
                return constant(either, comparator, value, options)
            }
            return decimal(left, edited) { constant($0, comparator, value, options) }
        }
        if value.isMissing {
            switch comparator {
            case .equal: return "\(left.expression) IS NULL"
            case .notEqual: return "\(left.expression) IS NOT NULL"
            default: return .no
            }
        }
        let folding = TextFolding(rawValue: options.rawValue)
        if let search = comparator.searchFunction {
            guard left.kind.isText, let part = value.searchedText else { return nil }
            return textSearch(left, comparator, search, part, folding)
        }
        let expression = folded(left, folding)
        switch ConstantComparison.outcome(left.kind, comparator, value, folding) {
        case nil: return nil
        case .always(let result):
            if comparator == .equal { return .no }
            if comparator == .notEqual { return .yes }
            return result ? "\(left.expression) IS NOT NULL" : .no
        case .compare(let comparator, let value):
            guard let symbol = comparator.symbol(withValue: true) else { return nil }
            return "\(expression) \(symbol) \(bind: value)"
        }
    }

    /// A decimal by its exact bytes, or, in rows that another program edited, by what that program wrote: two parts,
    /// each of which has an index; for comparisons that are false where there is no value.
    private func decimal(
        _ left: SQLOperand, _ edited: SQLFragment, _ compare: (SQLOperand) -> SQLFragment?
    ) -> SQLFragment? {
        let exact = SQLOperand(expression: left.expression, kind: left.kind)
        let other = SQLOperand(expression: edited, kind: left.kind)
        guard let first = compare(exact), let second = compare(other) else { return nil }
        let prefix = String(left.expression.sql.prefix { $0 != "." })
        let edited = "\(prefix).ZX_SEAL IS NULL"
        // Sealed rows have exact bytes or no value; in the others the bytes count where they are still there.
        return "(\(first) OR (\(edited) AND \(left.expression) IS NULL AND \(second)))"
    }

    private func textSearch(
        _ left: SQLOperand, _ comparator: FetchComparison.Operator, _ function: String, _ part: String,
        _ folding: TextFolding
    ) -> SQLFragment? {
        let options = folding.rawValue
        if comparator == .like {
            return "\(function)(\(left.expression), \(bind: .text(Array(part.utf8))), \(options))"
        }
        let folded = folding.fold(Array(part.utf8))
        if comparator == .beginsWith, folding.isIdentity {
            // A range, which an index can answer: from the prefix up to the first text that does not begin with it.
            guard var last = folded.last else { return "\(left.expression) IS NOT NULL" }
            last += 1
            let end = Array(folded.dropLast()) + [last]
            let (low, high) = (SQLValue.text(folded), SQLValue.text(end))
            return "(\(left.expression) >= \(bind: low) AND \(left.expression) < \(bind: high))"
        }
        return "\(function)(\(left.expression), \(bind: .text(folded)), \(options))"
    }

    func folded(_ operand: SQLOperand, _ folding: TextFolding) -> SQLFragment {
        guard operand.kind.isText, !folding.isIdentity else { return operand.whole }
        return "polystore_fold(\(operand.whole), \(folding.rawValue))"
    }

    /// An operand against a list: one of its values, or between its two.
    func list(
        _ left: SQLOperand, _ comparator: FetchComparison.Operator, _ values: [Value],
        _ options: FetchComparison.Options
    ) -> SQLFragment? {
        if let edited = left.editedExpression {
            return decimal(left, edited) { list($0, comparator, values, options) }
        }
        switch comparator {
        case .between:
            guard values.count == 2, let low = constant(left, .greaterOrEqual, values[0], options),
                let high = constant(left, .lessOrEqual, values[1], options)
            else { return nil }
            return "(\(low) AND \(high))"
        case .isIn:
            guard !values.contains(.missing), values.count <= Self.listLimit else { return nil }
            let folding = TextFolding(rawValue: options.rawValue)
            var found: [SQLValue] = []
            for value in values {
                switch ConstantComparison.outcome(left.kind, .equal, value, folding) {
                case .compare(_, let value): found.append(value)
                case .always: continue
                case nil: return nil
                }
            }
            return oneOf(folded(left, folding), found)
        default: return nil
        }
    }

    /// Longer lists are done on rows.
    static var listLimit: Int { 10_000 }

    /// An expression that equals one of some values.
    ///
    /// The list is filled up with its last value to a power of two, so that lists of similar length share one prepared
    /// statement.
    func oneOf(_ expression: SQLFragment, _ values: [SQLValue]) -> SQLFragment {
        guard let last = values.last else { return .no }
        var filled = values
        var size = 1
        while size < values.count { size *= 2 }
        while filled.count < size { filled.append(last) }
        let marks = String(repeating: "?, ", count: filled.count - 1) + "?"
        return "\(expression) IN (\(SQLFragment(marks, filled)))"
    }
}

extension FetchComparison.Operator {
    /// The operator in SQL; nil for those that are not one.
    ///
    /// Against a value that is there, equality is the plain one, which indexes know best.
    func symbol(withValue: Bool) -> String? {
        switch self {
        case .equal: withValue ? "=" : "IS"
        case .notEqual: "IS NOT"
        case .less: "<"
        case .lessOrEqual: "<="
        case .greater: ">"
        case .greaterOrEqual: ">="
        default: nil
        }
    }

    /// Our function for a search in text.
    var searchFunction: String? {
        switch self {
        case .contains: "polystore_contains"
        case .beginsWith: "polystore_begins"
        case .endsWith: "polystore_ends"
        case .like: "polystore_like"
        default: nil
        }
    }
}
