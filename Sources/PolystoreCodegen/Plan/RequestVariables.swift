import PolystoreModel

/// The variables of a request, with what each is compared with.
struct RequestVariables {
    /// The meaning of a variable.
    enum Meaning: Hashable {
        /// A value of an attribute.
        case attribute(AttributeType)
        /// An object of an entity.
        case object(entity: String)
        /// Nothing tells.
        case unknown
    }

    /// One variable.
    struct Variable: Hashable {
        /// The name.
        let name: String
        /// Its meaning.
        var value: Meaning
        /// Whether it stands for several.
        var isList: Bool
    }

    /// The variables in the order of their names.
    let found: [Variable]

    init(names: ModelNames, request: FetchRequestDescription) {
        var search = Search(names: names, entity: request.entityName)
        if let predicate = request.predicate { search.look(at: predicate, bound: []) }
        found = search.found.values.sorted(byName: \.name)
    }
}

/// Walks through a predicate.
private struct Search {
    let names: ModelNames
    let entity: String
    var found: [String: RequestVariables.Variable] = [:]

    mutating func look(at predicate: FetchPredicate, bound: Set<String>) {
        switch predicate {
        case .constant: break
        case .and(let parts), .or(let parts): for part in parts { look(at: part, bound: bound) }
        case .not(let part): look(at: part, bound: bound)
        case .comparison(let comparison):
            let isMember = comparison.comparator == .isIn || comparison.comparator == .between
            look(at: comparison.left, beside: comparison.right, isList: false, bound: bound)
            look(at: comparison.right, beside: comparison.left, isList: isMember, bound: bound)
        }
    }

    private mutating func look(
        at expression: FetchExpression, beside other: FetchExpression, isList: Bool, bound: Set<String>
    ) {
        switch expression {
        case .variable(let name): note(name, meaning(of: other), isList: isList, bound: bound)
        case .aggregate(let parts): for part in parts { look(at: part, beside: other, isList: false, bound: bound) }
        default: lookInside(expression, bound: bound)
        }
    }

    private mutating func lookInside(_ expression: FetchExpression, bound: Set<String>) {
        for (part, bound) in RequestParts.parts(of: expression, bound: bound) {
            switch part {
            case .expression(.variable(let name)): note(name, .unknown, isList: false, bound: bound)
            case .expression(let part): lookInside(part, bound: bound)
            case .predicate(let part): look(at: part, bound: bound)
            }
        }
    }

    private mutating func note(_ name: String, _ value: RequestVariables.Meaning, isList: Bool, bound: Set<String>) {
        guard !bound.contains(name) else { return }
        if let known = found[name], known.value != .unknown { return }
        found[name] = RequestVariables.Variable(name: name, value: value, isList: isList)
    }

    /// The property at the end of a key path.
    private func meaning(of expression: FetchExpression) -> RequestVariables.Meaning {
        guard case .keyPath(let path, _) = expression else {
            return expression == .evaluatedObject ? .object(entity: entity) : .unknown
        }
        var current = entity
        for (index, name) in path.enumerated() {
            let isLast = index + 1 == path.count
            if let attribute = names.attribute(name, of: current) {
                return isLast ? .attribute(attribute.type) : .unknown
            }
            guard let relationship = names.relationship(name, of: current) else { return .unknown }
            current = names.destinationName(of: relationship)
        }
        return .object(entity: current)
    }
}
