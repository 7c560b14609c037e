import Foundation
import PolystoreModel
import PolystoreQuery
import PolystoreStorage

/// Turns resolved predicates into SQL conditions that are true for exactly the same rows.
///
/// Conditions are two-valued where it matters: null counts as false, and negation is `IS NOT TRUE`. What cannot be said
/// exactly is nil and is left to be done on rows.
struct SQLCompiler {
    let context: StoreContext
    /// Used for the names of tables in subqueries.
    private var aliasCount = 0

    init(_ context: StoreContext) { self.context = context }

    mutating func alias() -> String {
        aliasCount += 1
        return "t\(aliasCount)"
    }

    /// The objects that a condition is about: rows of a table under a name.
    struct Subject {
        let alias: String
        let table: TableSchema
        /// The entities that the rows may be of.
        let entities: [String]

        /// The column of a property; nil when the entities keep it in different columns, or not at all.
        func column(_ key: PropertyKey) -> StoredColumn? {
            guard let first = entities.first, let column = table.column(key, of: first) else { return nil }
            return entities.dropFirst().allSatisfy { table.column(key, of: $0)?.name == column.name } ? column : nil
        }

        func name(_ column: String) -> String { "\(alias).\(SQLName.quoted(column))" }

        /// The keys of the rows that satisfy a condition contain a key.
        func contains(_ key: String, _ condition: SQLFragment) -> SQLFragment {
            "\(key) IN (SELECT \(alias).Z_PK FROM \(table.table) \(alias) WHERE \(condition))"
        }
    }

    /// The condition for a predicate; nil when it cannot be said in SQL.
    mutating func condition(_ predicate: ResolvedPredicate, _ subject: Subject) -> SQLFragment? {
        condition(predicate, SQLScope(subject))
    }

    /// The condition for a predicate with variables; nil when it cannot be said in SQL.
    mutating func condition(_ predicate: ResolvedPredicate, _ scope: SQLScope) -> SQLFragment? {
        switch predicate {
        case .constant(let value): return value ? .yes : .no
        case .comparison(let comparison): return self.comparison(comparison, scope.subject)
        case .expression(let comparison): return condition(comparison, scope)
        case .not(let part): return condition(part, scope)?.negated
        case .and(let parts):
            if parts.isEmpty { return .yes }
            return all(parts, scope).map(SQLFragment.conjunction)
        case .or(let parts):
            if parts.isEmpty { return .no }
            return all(parts, scope).map(SQLFragment.disjunction)
        }
    }

    private mutating func all(_ parts: [ResolvedPredicate], _ scope: SQLScope) -> [SQLFragment]? {
        var result: [SQLFragment] = []
        for part in parts {
            guard let condition = condition(part, scope) else { return nil }
            result.append(condition)
        }
        return result
    }

    /// A condition that is true for at least the rows of a predicate, and never fails; nil when there is none that says
    /// anything.
    mutating func necessaryCondition(_ predicate: ResolvedPredicate, _ subject: Subject) -> SQLFragment? {
        if let exact = condition(predicate, subject), !exact.canFail { return exact }
        switch predicate {
        case .and(let parts):
            var known: [SQLFragment] = []
            for part in parts {
                if let condition = necessaryCondition(part, subject) { known.append(condition) }
            }
            return known.isEmpty ? nil : .joined(known, "AND")
        case .or(let parts):
            var known: [SQLFragment] = []
            for part in parts {
                guard let condition = necessaryCondition(part, subject) else { return nil }
                known.append(condition)
            }
            return .joined(known, "OR")
        default: return nil
        }
    }

    private mutating func comparison(_ comparison: ResolvedComparison, _ subject: Subject) -> SQLFragment? {
        if case .path(let path) = comparison.left, path.toManyIndex != nil {
            return throughToMany(comparison, path, subject)
        }
        guard comparison.quantifier == .none else { return nil }
        switch (comparison.left, comparison.right) {
        case (.path(let path), _): return pathComparison(path, comparison, subject)
        case (.constant, .path(let path)):
            guard path.toManyIndex == nil else { return nil }
            guard let mirrored = comparison.comparator.mirrored else {
                guard case .constant(let value) = comparison.left, let left = constant(value),
                    let right = operand(path, subject)
                else { return nil }
                return operands(left, comparison.comparator, right, comparison.options)
            }
            var swapped = comparison
            swapped.left = comparison.right
            swapped.right = comparison.left
            swapped.comparator = mirrored
            return pathComparison(path, swapped, subject)
        default: return nil
        }
    }

    /// A comparison whose left path has to-one steps only.
    mutating func pathComparison(
        _ path: ResolvedPath, _ comparison: ResolvedComparison, _ subject: Subject
    ) -> SQLFragment? {
        if case .object = path.terminal, let found = objectComparison(path, comparison, subject) { return found }
        // Where a missing value makes it false, the destination can be searched first, by its own indexes.
        if let step = path.steps.first, comparison.rejectsMissing, !comparison.right.isPath {
            if case .object = path.terminal, path.steps.count == 1 { return nil }
            guard let reference = ownReference(step, subject), let destination = self.subject(of: step) else {
                return nil
            }
            let rest = ResolvedPath(steps: Array(path.steps.dropFirst()), terminal: path.terminal)
            guard let inner = pathComparison(rest, comparison, destination) else { return nil }
            return destination.contains(reference, inner)
        }
        return operand(path, subject).flatMap { right(of: $0, comparison, subject) }
    }

    /// A comparison with an operand on its left.
    mutating func right(
        of left: SQLOperand, _ comparison: ResolvedComparison, _ subject: Subject
    ) -> SQLFragment? {
        switch comparison.right {
        case .constant(let value):
            if let found = constant(left, comparison.comparator, value, comparison.options) { return found }
            return constant(value).flatMap { operands(left, comparison.comparator, $0, comparison.options) }
        case .values(let values): return list(left, comparison.comparator, values, comparison.options)
        case .path(let other):
            return value(other, subject).flatMap { operands(left, comparison.comparator, $0, comparison.options) }
        case .objects: return nil
        }
    }

    /// The value of a path without a to-many step, or with a count at its end.
    mutating func value(_ path: ResolvedPath, _ subject: Subject) -> SQLOperand? {
        path.toManyIndex == nil ? operand(path, subject) : count(path, subject)
    }
}

extension FetchComparison.Operator {
    /// The operator with its operands exchanged; nil where there is none.
    var mirrored: FetchComparison.Operator? {
        switch self {
        case .equal, .notEqual: self
        case .less: .greater
        case .lessOrEqual: .greaterOrEqual
        case .greater: .less
        case .greaterOrEqual: .lessOrEqual
        default: nil
        }
    }
}

extension ResolvedComparison {
    /// Whether a missing value on the left makes it false.
    var rejectsMissing: Bool {
        switch comparator {
        case .notEqual: false
        case .equal, .isIn:
            switch right {
            case .constant(let value): !value.isMissing
            case .values(let values): !values.contains(.missing)
            case .objects: true
            case .path: false
            }
        default: true
        }
    }
}

extension ResolvedOperand {
    var isPath: Bool { if case .path = self { true } else { false } }
}
