import PolystoreModel
import PolystoreQuery
import PolystoreStorage

extension SQLCompiler {
    /// The end of steps from objects; nil when some of it may live elsewhere.
    mutating func walk(_ start: SQLTerm, _ steps: ArraySlice<ResolvedStep>) -> SQLTerm? {
        var current = start
        for step in steps {
            let next: SQLTerm? =
                switch step {
                case .relationship(let relationship): related(relationship, of: current)
                case .attribute(let attribute): value(attribute, of: current)
                case .operation(let operation, let inner): result(operation, inner, of: current)
                }
            guard let next else { return nil }
            current = next
        }
        return current
    }

    private mutating func related(_ step: ModelRelationship, of term: SQLTerm) -> SQLTerm? {
        switch term {
        case .object(let object):
            if step.isToMany { return elements(step, of: object, beside: nil).map(SQLTerm.elements) }
            return reference(step, of: object).map(SQLTerm.object)
        case .elements(var elements):
            guard case .object(let object) = elements.element else { return nil }
            if step.isToMany { return self.elements(step, of: object, beside: elements).map(SQLTerm.elements) }
            guard let reference = reference(step, of: object) else { return nil }
            elements.element = .object(reference)
            return .elements(elements)
        case .value, .list: return nil
        }
    }

    private mutating func value(_ attribute: ModelAttribute, of term: SQLTerm) -> SQLTerm? {
        switch term {
        case .object(let object): return value(attribute, of: object).map(SQLTerm.value)
        case .elements(var elements):
            guard case .object(let object) = elements.element, let value = value(attribute, of: object) else {
                return nil
            }
            elements.element = .value(value)
            return .elements(elements)
        case .value, .list: return nil
        }
    }

    private mutating func value(_ attribute: ModelAttribute, of object: SQLObject) -> SQLOperand? {
        if let subject = object.subject { return terminal(.attribute(attribute), subject) }
        guard let subject = row(of: object), let value = terminal(.attribute(attribute), subject) else { return nil }
        return SQLOperand(expression: nested(value.whole, subject, object), kind: value.kind)
    }

    private mutating func reference(_ step: ModelRelationship, of object: SQLObject) -> SQLObject? {
        if let subject = object.subject {
            return ownReference(step, subject).map { made(step, SQLFragment($0)) }
        }
        guard let subject = row(of: object), let reference = ownReference(step, subject) else { return nil }
        return made(step, nested(SQLFragment(reference), subject, object))
    }

    private func made(_ step: ModelRelationship, _ key: SQLFragment) -> SQLObject {
        SQLObject(key: key, root: step.destination.rootNumber, entity: step.destination)
    }

    private mutating func row(of object: SQLObject) -> Subject? { object.entity.flatMap { subject(for: $0) } }

    /// Something of the row of an object; null where there is no row.
    private func nested(_ expression: SQLFragment, _ subject: Subject, _ object: SQLObject) -> SQLFragment {
        "(SELECT \(expression) FROM \(subject.table.table) \(subject.alias) WHERE \(subject.alias).Z_PK = \(object.key))"
    }

    /// The objects behind a to-many step; beside others, of each of their objects.
    private mutating func elements(
        _ step: ModelRelationship, of object: SQLObject, beside others: SQLElements?
    ) -> SQLElements? {
        let table: SQLFragment
        let condition: SQLFragment
        let element: SQLObject
        switch step.form {
        case .inverseReference:
            guard let inverse = step.inverse, let subject = self.subject(of: step),
                let reference = ownReference(inverse, subject)
            else { return nil }
            table = "\(subject.table.table) \(subject.alias)"
            condition = "\(reference) = \(object.key)"
            element = self.object(subject)
        case .join:
            guard let pair = pairs(step) else { return nil }
            table = "\(pair.schema.table) \(pair.alias)"
            condition = "\(pair.side) = \(object.key)"
            element = made(step, SQLFragment(pair.other))
        case .reference, .transient: return nil
        }
        guard let others else {
            return SQLElements(tables: table, conditions: [condition], element: .object(element))
        }
        return SQLElements(
            tables: "\(others.tables), \(table)", conditions: others.conditions + [condition], element: .object(element)
        )
    }

    /// What an operator makes of what further steps lead to from each element.
    private mutating func result(
        _ operation: CollectionOperator, _ steps: [ResolvedStep], of term: SQLTerm
    ) -> SQLTerm? {
        guard case .elements(var elements) = term else { return nil }
        if steps.contains(where: \.isOperation) {
            // What an operator makes of each element is one value, or nothing that is known here.
            guard let inner = walk(elements.element, steps[...]), inner.operand != nil else { return nil }
            elements.element = inner
        } else {
            guard case .elements(let reached)? = walk(term, steps[...]) else { return nil }
            elements = reached
        }
        if let function = operation.function { return aggregate(function, elements).map(SQLTerm.value) }
        return operation.isDistinct ? distinct(elements).map(SQLTerm.elements) : .elements(elements)
    }

    /// The elements without repetition.
    private mutating func distinct(_ elements: SQLElements) -> SQLElements? {
        guard let element = elements.element.operand, element.kind.hasNativeEquality else { return nil }
        return derived("SELECT DISTINCT \(element.whole) AS v \(elements.source)", elements.element)
    }

    /// Two collections as one, in which equal elements count once.
    mutating func combination(
        _ first: ResolvedExpression, _ operation: SetOperation, _ second: ResolvedExpression, _ scope: SQLScope
    ) -> SQLElements? {
        guard let left = elements(first, scope), let right = elements(second, scope),
            let first = left.element.operand, let second = right.element.operand,
            let kind = first.kind.joined(second.kind), kind.hasNativeEquality
        else { return nil }
        let word =
            switch operation {
            case .union: "UNION"
            case .intersect: "INTERSECT"
            case .minus: "EXCEPT"
            }
        let element = second.kind == kind ? right.element : left.element
        return derived(
            "SELECT \(first.whole) AS v \(left.source) \(word) SELECT \(second.whole) \(right.source)", element)
    }

    /// The rows of a query of one column as elements, of the kind of another element.
    private mutating func derived(_ query: SQLFragment, _ element: SQLTerm) -> SQLElements {
        let name = alias()
        let value = SQLFragment("\(name).v")
        let made: SQLTerm
        if case .object(var object) = element {
            object.key = value
            object.entity =
                object.entity ?? object.subject.flatMap { context.schema.model.entity(named: $0.entities[0]) }
            object.subject = nil
            made = .object(object)
        } else {
            made = .value(SQLOperand(expression: value, kind: element.operand?.kind ?? .missing))
        }
        return SQLElements(tables: "(\(query)) \(name)", conditions: [], element: made)
    }
}

extension ResolvedStep {
    fileprivate var isOperation: Bool { if case .operation = self { true } else { false } }
}

extension SQLOperand.Kind {
    /// Whether equal values, and only these, are equal to the engine.
    var hasNativeEquality: Bool {
        switch self {
        case .boolean, .integer, .real, .date, .decimal, .text, .uri, .uuid, .object: true
        case .number, .missing, .data: false
        }
    }
}
