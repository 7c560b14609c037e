import PolystoreModel
import PolystoreQuery

extension SQLCompiler {
    typealias Operator = FetchComparison.Operator

    /// The condition for a comparison of expressions; nil when it cannot be said in SQL.
    mutating func condition(_ comparison: ResolvedExpressionComparison, _ scope: SQLScope) -> SQLFragment? {
        // The rules of a locale are those of the process, not of a store.
        guard !comparison.options.contains(.localized) else { return nil }
        if comparison.quantifier == .none {
            guard let left = term(comparison.left, scope), let right = term(comparison.right, scope) else { return nil }
            return condition(left, comparison.comparator, right, comparison.options)
        }
        guard let elements = elements(comparison.left, scope), let right = term(comparison.right, scope),
            let condition = condition(elements.element, comparison.comparator, right, comparison.options)
        else { return nil }
        switch comparison.quantifier {
        case .any: return elements.filtered(condition).isNotEmpty
        case .noneOf: return "NOT \(elements.filtered(condition).isNotEmpty)"
        case .all: return "NOT \(elements.filtered(condition.negated).isNotEmpty)"
        case .none: return nil
        }
    }

    private mutating func condition(
        _ left: SQLTerm, _ comparator: Operator, _ right: SQLTerm, _ options: FetchComparison.Options
    ) -> SQLFragment? {
        switch (comparator, left, right) {
        case (.isIn, _, .list(let list)): return left.operand.flatMap { isIn($0, list, options) }
        case (.isIn, _, .elements(let elements)):
            guard let value = left.operand, let element = elements.element.operand,
                let isEqual = comparison(element, .equal, value, options)
            else { return nil }
            return "(\(value.whole) IS NOT NULL AND \(elements.filtered(isEqual).isNotEmpty))"
        case (.contains, .elements(let elements), _):
            guard let value = right.operand, let element = elements.element.operand else { return nil }
            return comparison(element, .equal, value, options).map { elements.filtered($0).isNotEmpty }
        case (.contains, .list(let list), _): return right.operand.flatMap { oneOf(list, $0, options) }
        case (.between, _, .list(let bounds)):
            guard bounds.count == 2, let value = left.operand,
                let isAbove = comparison(value, .greaterOrEqual, bounds[0], options),
                let isBelow = comparison(value, .lessOrEqual, bounds[1], options)
            else { return nil }
            return .conjunction([isAbove, isBelow])
        case (.isIn, _, _), (.between, _, _): return nil
        default:
            guard let left = left.operand, let right = right.operand else { return nil }
            return comparison(left, comparator, right, options)
        }
    }

    /// Whether a value is one of a list; a missing one never is.
    private func isIn(_ value: SQLOperand, _ list: [SQLOperand], _ options: FetchComparison.Options) -> SQLFragment? {
        let constants = list.compactMap(\.constant)
        if constants.count == list.count, value.constant == nil,
            let found = self.list(value, .isIn, constants.filter { !$0.isMissing }, options)
        {
            return found
        }
        guard let found = oneOf(list.filter { $0.kind != .missing }, value, options) else { return nil }
        return "(\(value.whole) IS NOT NULL AND \(found))"
    }

    private func oneOf(_ list: [SQLOperand], _ value: SQLOperand, _ options: FetchComparison.Options) -> SQLFragment? {
        guard list.count <= Self.operandLimit else { return nil }
        var parts: [SQLFragment] = []
        for element in list {
            guard let isEqual = comparison(element, .equal, value, options) else { return nil }
            parts.append(isEqual)
        }
        return parts.isEmpty ? .no : .disjunction(parts)
    }

    /// A comparison of single values.
    ///
    /// A column beside a constant is compared as it is, so that its index can be searched.
    func comparison(
        _ left: SQLOperand, _ comparator: Operator, _ right: SQLOperand, _ options: FetchComparison.Options
    ) -> SQLFragment? {
        if let value = right.constant, left.constant == nil,
            let found = constant(left, comparator, value, options)
        {
            return found
        }
        if let value = left.constant, right.constant == nil, let mirrored = comparator.mirrored,
            let found = constant(right, mirrored, value, options)
        {
            return found
        }
        return operands(left, comparator, right, options)
    }

    /// Two operands of any kinds.
    func operands(
        _ left: SQLOperand, _ comparator: Operator, _ right: SQLOperand, _ options: FetchComparison.Options
    ) -> SQLFragment? {
        let (first, second) = (left.kind, right.kind)
        guard first != .data, second != .data, !options.contains(.localized) else { return nil }
        let folding = TextFolding(rawValue: options.rawValue)
        if comparator == .matches {
            guard first.isText, second.isText else { return .no }
            var matches: SQLFragment = "polystore_matches(\(left.whole), \(right.whole), \(folding.rawValue))"
            matches.canFail = true
            return matches
        }
        if let function = comparator.searchFunction {
            guard first.isText, second.isText else { return .no }
            let part = comparator == .like ? right.whole : folded(right, folding)
            return "\(function)(\(left.whole), \(part), \(folding.rawValue))"
        }
        guard let symbol = comparator.symbol(withValue: false) else { return nil }
        let isEquality = comparator == .equal || comparator == .notEqual
        if first.isNumber, second.isNumber, !first.comparesNatively(with: second) {
            return numbers(left, comparator, right, symbol)
        }
        if first.comparesNatively(with: second) {
            if case .object = first, !isEquality { return .no }
            // The plus keeps a column's type from being applied to the other side.
            return "+\(folded(left, folding)) \(symbol) +\(folded(right, folding))"
        }
        // Values of kinds that do not compare are equal only where both are missing.
        guard isEquality else { return .no }
        let areMissing: SQLFragment = "(\(left.whole) IS NULL AND \(right.whole) IS NULL)"
        return comparator == .equal ? areMissing : "NOT \(areMissing)"
    }

    /// Numbers that the engine would round, or of types that only the values tell.
    private func numbers(
        _ left: SQLOperand, _ comparator: Operator, _ right: SQLOperand, _ symbol: String
    ) -> SQLFragment? {
        guard let first = left.kind.letter, let second = right.kind.letter else { return nil }
        let operands: SQLFragment = "'\(String([first, second]))', \(left.whole), \(right.whole)"
        switch comparator {
        case .equal: return "polystore_equal(\(operands))"
        case .notEqual: return "NOT polystore_equal(\(operands))"
        default: return "polystore_order(\(operands)) \(symbol) 0"
        }
    }
}

extension SQLOperand.Kind {
    /// Whether the engine compares values of the two kinds as the evaluator does.
    func comparesNatively(with other: SQLOperand.Kind) -> Bool {
        let exact: Set<SQLOperand.Kind> = [.integer, .real]
        if exact.isSuperset(of: [self, other]) { return true }
        return self == other && hasNativeEquality
    }
}
