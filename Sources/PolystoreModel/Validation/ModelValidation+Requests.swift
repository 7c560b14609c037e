extension ModelValidation {
    /// A template's or fetched property's request: entity, key paths and numbers.
    mutating func check(_ request: FetchRequestDescription, of what: String, at path: ModelPath) {
        guard names.entities[request.entityName] != nil else {
            reportUnknown(
                "the entity '\(request.entityName)' of \(what)", request.entityName, among: names.entities.keys,
                at: path / "entity")
            return
        }
        if let predicate = request.predicate {
            check(predicate, of: what, from: request.entityName, at: path / "where")
        }
        for (index, key) in request.sortKeys.enumerated() {
            let path = path / "sort" / String(index)
            check(key.expression, of: "a sort key of \(what)", from: request.entityName, at: path)
        }
        for (index, keyPath) in request.prefetchedKeyPaths.enumerated() {
            let path = path / "prefetch" / String(index)
            check(keyPath, of: "a prefetched path of \(what)", from: request.entityName, at: path)
        }
        for (key, number) in [("limit", request.limit), ("offset", request.offset), ("batchSize", request.batchSize)] {
            if let number, number < 0 { report(.invalidConstraint, "the \(key) of \(what) is below 0", at: path / key) }
        }
    }

    mutating func check(_ predicate: FetchPredicate, of what: String, from entity: String, at path: ModelPath) {
        switch predicate {
        case .constant: break
        case .and(let parts), .or(let parts):
            for part in parts { check(part, of: what, from: entity, at: path) }
        case .not(let part): check(part, of: what, from: entity, at: path)
        case .comparison(let comparison):
            check(comparison.left, of: what, from: entity, at: path)
            check(comparison.right, of: what, from: entity, at: path)
        }
    }

    mutating func check(_ expression: FetchExpression, of what: String, from entity: String, at path: ModelPath) {
        switch expression {
        case .constant, .evaluatedObject, .variable: break
        case .keyPath(let keyPath, _): check(keyPath, of: what, from: entity, at: path)
        case .aggregate(let parts), .function(_, let parts):
            for part in parts { check(part, of: what, from: entity, at: path) }
        case .conditional(let predicate, let first, let second):
            check(predicate, of: what, from: entity, at: path)
            check(first, of: what, from: entity, at: path)
            check(second, of: what, from: entity, at: path)
        // The predicate is about another entity's objects; its names are resolved when the request runs.
        // Likewise what stands behind another expression.
        case .subquery(let part, _, _), .path(let part, _), .assignment(_, let part):
            check(part, of: what, from: entity, at: path)
        case .element(let collection, let element):
            check(collection, of: what, from: entity, at: path)
            if case .index(let number) = element { check(number, of: what, from: entity, at: path) }
        case .combination(let first, _, let second):
            check(first, of: what, from: entity, at: path)
            check(second, of: what, from: entity, at: path)
        case .fetch(let request, _): check(request, of: "a fetch in \(what)", at: path)
        }
    }

    /// Every step names a property of what the steps before lead to.
    ///
    /// Aggregates (`@count`) end the check.
    private mutating func check(_ keyPath: [String], of what: String, from start: String, at path: ModelPath) {
        let text = keyPath.joined(separator: ".")
        var entity = start
        var elements: [AttributeDescription]?
        for (index, step) in keyPath.enumerated() {
            if step.hasPrefix("@") || names.lineage(of: entity).isEmpty { return }
            let details: ErrorDetails = [.entity: entity, .property: step]
            if let attributes = elements {
                guard let element = attributes.first(where: { $0.name == step }) else {
                    let message = "'\(text)' in \(what): the composite has no element '\(step)'"
                    return report(.unknownName, message, at: path, details)
                }
                elements = element.compositeName.flatMap { names.composites[$0]?.elements } ?? []
            } else if let relationship = names.relationship(step, of: entity) {
                entity = names.destinationName(of: relationship)
            } else if let attribute = names.attribute(step, of: entity) {
                elements = attribute.compositeName.flatMap { names.composites[$0]?.elements } ?? []
                if attribute.type != .composite, index < keyPath.count - 1, !keyPath[index + 1].hasPrefix("@") {
                    let message = "'\(text)' in \(what): '\(entity).\(step)' is an attribute, so nothing follows it"
                    return report(.unknownName, message, at: path, details)
                }
            } else {
                let hint = Suggestion.hint(for: step, in: names.propertyNames(of: entity))
                let message = "'\(text)' in \(what): entity '\(entity)' has no property '\(step)'\(hint)"
                return report(.unknownName, message, at: path, details)
            }
        }
    }
}
