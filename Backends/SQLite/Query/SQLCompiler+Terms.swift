import Foundation
import PolystoreModel
import PolystoreQuery
import PolystoreStorage

extension SQLCompiler {
    /// What an expression is in SQL; nil when it cannot be said there with the same meaning.
    mutating func term(_ expression: ResolvedExpression, _ scope: SQLScope) -> SQLTerm? {
        do {
            switch try expression.constantResult {
            case .value(let value)?: return constant(value).map(SQLTerm.value)
            case .list(let values)?: return operands(values).map(SQLTerm.list)
            case nil: break
            }
        } catch {
            // What fails for every row must not fail where there is none.
            return nil
        }
        switch expression {
        case .evaluatedObject: return .object(object(scope.subject))
        case .variable(let number, _): return scope.variables[number]
        case .list(let elements): return operands(elements, scope).map(SQLTerm.list)
        case .objects(let objects, let entity): return elements(objects, entity).map(SQLTerm.elements)
        case .steps(let start, let steps): return term(start, scope).flatMap { walk($0, steps[...]) }
        case .function(let function, let operands): return call(function, operands, scope)
        case .cast(let value, let type):
            guard let value = operand(value, scope) else { return nil }
            return cast(value, type).map(SQLTerm.value)
        case .conditional(let test, let first, let second): return choice(test, first, second, scope)
        case .subquery(let collection, let number, _, let test):
            guard let elements = elements(collection, scope) else { return nil }
            var inner = scope
            inner.variables[number] = elements.element
            return condition(test, inner).map { .elements(elements.filtered($0)) }
        case .combination(let first, let operation, let second):
            return combination(first, operation, second, scope).map(SQLTerm.elements)
        case .size(let collection):
            guard let elements = elements(collection, scope) else { return nil }
            return .value(SQLOperand(expression: "(SELECT count(*) \(elements.source))", kind: .integer))
        // Which element is first depends on an order that only rows know; a variable has its value from there on.
        default: return nil
        }
    }

    /// An expression of one value.
    mutating func operand(_ expression: ResolvedExpression, _ scope: SQLScope) -> SQLOperand? {
        term(expression, scope)?.operand
    }

    /// The rows of a collection.
    mutating func elements(_ expression: ResolvedExpression, _ scope: SQLScope) -> SQLElements? {
        switch term(expression, scope) {
        case .elements(let elements)?: elements
        case .list(let operands)?: elements(of: operands)
        default: nil
        }
    }

    /// The evaluated object of a query, or an element whose row stands in it.
    func object(_ subject: Subject) -> SQLObject {
        SQLObject(key: SQLFragment("\(subject.alias).Z_PK"), root: subject.table.root, subject: subject)
    }

    /// A value that is the same for every row; nil for an object of another store, and for data.
    func constant(_ value: Value) -> SQLOperand? {
        func made(_ bound: SQLValue?, _ kind: SQLOperand.Kind) -> SQLOperand? {
            bound.map { SQLOperand(expression: "\(bind: $0)", kind: kind, constant: value) }
        }
        switch value {
        case .missing: return SQLOperand(expression: "NULL", kind: .missing, constant: value)
        case .boolean(let truth): return made(.integer(truth ? 1 : 0), .boolean)
        case .integer(let number): return made(.integer(number), .integer)
        case .double(let number): return number.isNaN ? nil : made(.double(number), .real)
        case .decimal(let number): return made(SQLValue(decimal: number), .decimal)
        case .string(let text): return made(.text(Array(text.utf8)), .text)
        case .uri(let uri): return made(.text(Array(uri.absoluteString.utf8)), .uri)
        case .date(let date): return made(.double(date.timeIntervalSinceReferenceDate), .date)
        case .uuid(let value): return made(.blob(withUnsafeBytes(of: value.uuid) { Array($0) }), .uuid)
        case .data: return nil
        case .object(let object):
            return object.store == context.number ? made(.integer(object.key), .object(object.root)) : nil
        }
    }

    private func operands(_ values: [Value]) -> [SQLOperand]? {
        let operands = values.compactMap(constant)
        return operands.count == values.count ? operands : nil
    }

    private mutating func operands(_ elements: [ResolvedExpression], _ scope: SQLScope) -> [SQLOperand]? {
        var operands: [SQLOperand] = []
        for element in elements {
            guard let operand = operand(element, scope) else { return nil }
            operands.append(operand)
        }
        return operands
    }

    /// Objects of this store, as rows; a large set is one parameter.
    private mutating func elements(_ objects: [ObjectID], _ entity: ModelEntity) -> SQLElements? {
        let root = entity.rootNumber
        guard objects.count <= Self.listLimit,
            objects.allSatisfy({ $0.store == context.number && $0.root == root })
        else { return nil }
        let name = alias()
        return SQLElements(
            tables: "json_each(\(bind: .text(KeyArray.json(objects.map(\.key))))) \(name)", conditions: [],
            element: .object(SQLObject(key: SQLFragment("\(name).value"), root: root, entity: entity)))
    }

    /// Values that are written out, as rows; nil unless they are of one kind.
    mutating func elements(of operands: [SQLOperand]) -> SQLElements? {
        guard let first = operands.first, operands.count <= Self.operandLimit,
            let kind = kind(of: operands)
        else { return nil }
        let name = alias()
        let rest = operands.dropFirst().reduce("SELECT \(first.whole) AS v" as SQLFragment) {
            "\($0) UNION ALL SELECT \($1.whole)"
        }
        return SQLElements(
            tables: "(\(rest)) \(name)", conditions: [],
            element: .value(SQLOperand(expression: SQLFragment("\(name).v"), kind: kind)))
    }

    /// The kind that all operands have; nil when they differ or are of no kind that our functions take.
    func kind(of operands: [SQLOperand]) -> SQLOperand.Kind? {
        var kind = SQLOperand.Kind.missing
        for operand in operands {
            guard operand.kind.letter != nil, let joined = kind.joined(operand.kind) else { return nil }
            kind = joined
        }
        return kind
    }

    /// The engine's functions take no more than 127.
    static var operandLimit: Int { 100 }

    private mutating func choice(
        _ test: ResolvedPredicate, _ first: ResolvedExpression, _ second: ResolvedExpression, _ scope: SQLScope
    ) -> SQLTerm? {
        guard let test = condition(test, scope), let first = operand(first, scope),
            let second = operand(second, scope), let kind = kind(of: [first, second])
        else { return nil }
        return .value(
            SQLOperand(expression: "CASE WHEN \(test) THEN \(first.whole) ELSE \(second.whole) END", kind: kind))
    }
}
