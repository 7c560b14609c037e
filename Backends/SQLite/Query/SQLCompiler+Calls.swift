import PolystoreModel
import PolystoreQuery

extension SQLCompiler {
    /// A function of operands; nil when it has no form in SQL.
    mutating func call(
        _ function: ExpressionFunction, _ operands: [ResolvedExpression], _ scope: SQLScope
    ) -> SQLTerm? {
        var terms: [SQLTerm] = []
        for operand in operands {
            guard let term = term(operand, scope) else { return nil }
            terms.append(term)
        }
        if function == .noIndex { return terms.first.flatMap(withoutIndex) }
        if function.isAggregate {
            if terms.count == 1, case .elements(let elements) = terms[0] {
                return aggregate(function, elements).map(SQLTerm.value)
            }
            return aggregate(function, of: terms).map(SQLTerm.value)
        }
        let values = terms.compactMap { term -> SQLOperand? in
            if case .value(let value) = term { value } else { nil }
        }
        guard values.count == terms.count else { return nil }
        return value(function, values).map(SQLTerm.value)
    }

    /// The plus keeps the engine from searching an index for the value.
    private func withoutIndex(_ term: SQLTerm) -> SQLTerm? {
        guard case .value(let value) = term else { return nil }
        return .value(SQLOperand(expression: "+\(value.whole)", kind: value.kind))
    }

    /// A value as another type.
    func cast(_ value: SQLOperand, _ type: CastType) -> SQLOperand? {
        guard let letter = value.kind.letter else { return nil }
        let kind: SQLOperand.Kind =
            switch type {
            case .integer: .integer
            case .double: .real
            case .decimal: .decimal
            case .string: .text
            case .boolean: .boolean
            case .date: .date
            }
        return SQLOperand(
            expression: "polystore_cast('\(type.rawValue)', '\(String(letter))', \(value.whole))", kind: kind)
    }

    /// A function of single values.
    private func value(_ function: ExpressionFunction, _ operands: [SQLOperand]) -> SQLOperand? {
        if operands.contains(where: { $0.kind == .missing }) {
            return SQLOperand(expression: "NULL", kind: .missing)
        }
        guard let result = function.result(ofKinds: operands.map(\.kind)) else { return nil }
        return called(function, operands, result.kind, canFail: result.canFail)
    }

    /// A function of collections whose elements are written out.
    private func aggregate(_ function: ExpressionFunction, of terms: [SQLTerm]) -> SQLOperand? {
        var operands: [SQLOperand] = []
        for term in terms {
            switch term {
            case .value(let operand): operands.append(operand)
            case .list(let list): operands += list
            case .object, .elements: return nil
            }
        }
        guard operands.count <= Self.operandLimit, let kind = kind(of: operands) else { return nil }
        switch function {
        case .count: return called(function, operands, .integer, canFail: false)
        case .minimum, .maximum: return called(function, operands, kind, canFail: false)
        case .sum, .average, .median:
            guard kind.isNumber || kind == .missing else { return nil }
            return called(function, operands, .number, canFail: true)
        case .deviation:
            guard kind.isNumber || kind == .missing else { return nil }
            return called(function, operands, .real, canFail: false)
        default: return nil
        }
    }

    private func called(
        _ function: ExpressionFunction, _ operands: [SQLOperand], _ kind: SQLOperand.Kind, canFail: Bool
    ) -> SQLOperand? {
        let letters = String(operands.compactMap(\.kind.letter))
        guard letters.count == operands.count else { return nil }
        let list = operands.reduce("" as SQLFragment) { "\($0), \($1.whole)" }
        var expression: SQLFragment = "polystore_call('\(function.rawValue)', '\(letters)'\(list))"
        expression.canFail = expression.canFail || canFail
        return SQLOperand(expression: expression, kind: kind)
    }

    /// A function of the elements of a collection.
    func aggregate(_ function: ExpressionFunction, _ elements: SQLElements) -> SQLOperand? {
        guard let element = elements.element.operand else { return nil }
        func made(_ expression: SQLFragment, _ kind: SQLOperand.Kind, canFail: Bool = false) -> SQLOperand {
            var query: SQLFragment = "(SELECT \(expression) \(elements.source))"
            query.canFail = query.canFail || canFail
            return SQLOperand(expression: query, kind: kind)
        }
        if function == .count { return made("count(\(element.whole))", .integer) }
        guard let letter = element.kind.letter else { return nil }
        let own: SQLFragment = "polystore_\(function.rawValue)('\(String(letter))', \(element.whole))"
        switch function {
        case .minimum, .maximum:
            // Of what is in the engine's own order, its own functions give the same.
            guard element.kind != .missing else { return nil }
            return element.kind == .number
                ? made(own, .number) : made("\(function.rawValue)(\(element.whole))", element.kind)
        case .sum, .average, .median, .deviation:
            guard let result = function.result(ofElements: element.kind) else { return nil }
            return made(own, result.kind, canFail: result.canFail)
        default: return nil
        }
    }
}
