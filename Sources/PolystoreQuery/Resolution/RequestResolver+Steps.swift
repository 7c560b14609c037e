import PolystoreModel

extension RequestResolver {
    /// Resolves the names of a key path that goes on from an expression.
    func steps(_ names: [String], from start: Typed, allowsSelf: Bool = false) throws(QueryError) -> Typed {
        var names = names[...]
        let isOwnProperty = start.type.entity?.attribute(named: "SELF") != nil
        if allowsSelf || names.count == 1, names.first == "SELF", !isOwnProperty { names.removeFirst() }
        guard !names.isEmpty else { return start }
        let (steps, type) = try steps(names, from: start.type)
        if case .steps(let first, let before) = start.expression { return (.steps(first, before + steps), type) }
        return (.steps(start.expression, steps), type)
    }

    private func steps(
        _ names: ArraySlice<String>, from start: ExpressionType
    ) throws(QueryError) -> ([ResolvedStep], ExpressionType) {
        var (steps, type): ([ResolvedStep], ExpressionType) = ([], start)
        var rest = names
        while let name = rest.popFirst() {
            if name.hasPrefix("@") {
                let (step, result) = try operation(name, rest, from: type)
                return (steps + [step], result)
            }
            guard let entity = type.entity else {
                throw QueryError(.pathBeyondValue, [.property: name, .found: type.kind?.name])
            }
            if let relationship = entity.relationship(named: name) {
                guard !relationship.isTransient else { throw transient(name, entity) }
                steps.append(.relationship(relationship))
                let isCollection = type.isCollection || relationship.isToMany
                type = ExpressionType(relationship.destination)
                type.isCollection = isCollection
            } else if let attribute = entity.attribute(named: name) {
                guard !attribute.isTransient else { throw transient(name, entity) }
                steps.append(.attribute(attribute))
                let isCollection = type.isCollection
                type = ExpressionType(attribute)
                type.isCollection = isCollection
            } else {
                throw unknown(name, entity)
            }
        }
        return (steps, type)
    }

    /// Resolves an operator and the names behind it, which are of each element.
    private func operation(
        _ name: String, _ rest: ArraySlice<String>, from type: ExpressionType
    ) throws(QueryError) -> (ResolvedStep, ExpressionType) {
        guard let operation = CollectionOperator(rawValue: String(name.dropFirst())) else {
            let near = Suggestion.nearest(to: name, in: CollectionOperator.allCases.map { "@" + $0.rawValue })
            throw QueryError(.unknownFunction, [.function: name, .suggestion: near])
        }
        guard type.isCollection else { throw QueryError(.countNeedsToMany, [.property: name]) }
        if operation == .count, let next = rest.first { throw QueryError(.pathBeyondValue, [.property: next]) }
        // `self` is the element, as it stands in key paths of Core Data.
        let isSelf = rest.count == 1 && rest.first?.lowercased() == "self"
        let (inner, innerType) = isSelf ? ([], type.element) : try steps(rest, from: type.element)
        let step = ResolvedStep.operation(operation, inner)
        guard let function = operation.function else { return (step, innerType.collection) }
        return (step, try aggregateType(function, [(.evaluatedObject, innerType)]))
    }
}
