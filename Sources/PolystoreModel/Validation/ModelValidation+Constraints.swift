extension ModelValidation {
    /// Uniqueness constraints name stored attributes and to-one relationships, each once.
    mutating func checkConstraints(of entity: EntityDescription) {
        var seen: Set<Set<String>> = []
        for (index, constraint) in entity.uniquenessConstraints.enumerated() {
            let path: ModelPath = ["entities", entity.name, "unique", String(index)]
            let what = "a uniqueness constraint of '\(entity.name)'"
            if constraint.isEmpty {
                report(.invalidConstraint, "\(what) names no property", at: path, [.entity: entity.name])
            }
            if Set(constraint).count < constraint.count || !seen.insert(Set(constraint)).inserted {
                let list = constraint.joined(separator: ", ")
                report(
                    .duplicateName, "the uniqueness constraint (\(list)) of '\(entity.name)' repeats itself or another",
                    at: path, [.entity: entity.name])
            }
            for (position, name) in constraint.enumerated() {
                checkUnique(name, in: what, of: entity, at: path / String(position))
            }
        }
    }

    private mutating func checkUnique(
        _ name: String, in constraint: String, of entity: EntityDescription, at path: ModelPath
    ) {
        let details: ErrorDetails = [.entity: entity.name, .property: name]
        let fault: String?
        if let attribute = names.attribute(name, of: entity.name) {
            switch attribute.type {
            case _ where attribute.isTransient: fault = "is transient"
            case .composite, .undefined: fault = "is \(attribute.type.rawValue)"
            default: fault = nil
            }
        } else if let relationship = names.relationship(name, of: entity.name) {
            fault = relationship.isToMany ? "is to-many" : relationship.isTransient ? "is transient" : nil
        } else {
            let known = names.propertyNames(of: entity.name)
            return reportUnknown("property '\(name)' in \(constraint)", name, among: known, at: path, details)
        }
        if let fault {
            let message = "\(constraint) names '\(name)', which \(fault) and so cannot be unique"
            report(.invalidConstraint, message, at: path, details)
        }
    }

    /// Indexes have a name of their own and elements that stores keep in rows, each once.
    mutating func checkIndexes(of entity: EntityDescription) {
        var seen: Set<String> = []
        for index in entity.indexes {
            let path: ModelPath = ["entities", entity.name, "indexes", index.name]
            let what = "index '\(index.name)' of '\(entity.name)'"
            if let fault = NameRule.fault(ofLabel: index.name) {
                report(.invalidName, "the name of \(what) \(fault)", at: path, [.entity: entity.name])
            }
            if !seen.insert(NameRule.uppercased(index.name)).inserted {
                let message = "entity '\(entity.name)' has two indexes named '\(index.name)'"
                report(.duplicateName, message, at: path, [.entity: entity.name])
            }
            if index.elements.isEmpty {
                report(.invalidConstraint, "\(what) has no elements", at: path, [.entity: entity.name])
            }
            var elements: Set<String> = []
            for (position, element) in index.elements.enumerated() {
                let path = path / "elements" / String(position)
                let details: ErrorDetails = [.entity: entity.name, .property: element.property]
                if !elements.insert(element.property).inserted {
                    report(.duplicateName, "\(what) names '\(element.property)' twice", at: path, details)
                }
                check(element.property, in: what, of: entity, at: path, details)
            }
            if let predicate = index.partialPredicate {
                check(predicate, of: what, from: entity.name, at: path / "where")
            }
        }
    }

    private mutating func check(
        _ name: String, in index: String, of entity: EntityDescription, at path: ModelPath, _ details: ErrorDetails
    ) {
        let fault: String?
        if let attribute = names.attribute(name, of: entity.name) {
            switch attribute.type {
            case _ where attribute.isTransient: fault = "is transient"
            case .transformable, .composite, .undefined: fault = "is \(attribute.type.rawValue)"
            default: fault = nil
            }
        } else if let relationship = names.relationship(name, of: entity.name) {
            fault = relationship.isToMany ? "is to-many" : relationship.isTransient ? "is transient" : nil
        } else {
            let known = names.propertyNames(of: entity.name)
            return reportUnknown("property '\(name)' in \(index)", name, among: known, at: path, details)
        }
        if let fault {
            let message = "\(index) names '\(name)', which \(fault) and so cannot be indexed"
            report(.invalidConstraint, message, at: path, details)
        }
    }
}
