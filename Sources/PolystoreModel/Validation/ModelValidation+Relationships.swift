extension ModelValidation {
    mutating func check(_ relationship: RelationshipDescription, of entity: EntityDescription) {
        let path: ModelPath = ["entities", entity.name, "relationships", relationship.name]
        let details: ErrorDetails = [.entity: entity.name, .property: relationship.name]
        let full = "'\(entity.name).\(relationship.name)'"
        checkCounts(relationship, named: full, at: path, details)
        switch relationship.destination {
        case .entity(let name) where names.entities[name] != nil:
            checkInverse(of: relationship, entity, named: full, at: path, details)
        case .entity(let name):
            reportUnknown(
                "the destination '\(name)' of relationship \(full)", name, among: names.entities.keys,
                at: path / (relationship.isToMany ? "toMany" : "to"), details)
        case .objectClass(let name):
            let classes = description.entities.compactMap(\.className)
            let hint = Suggestion.hint(for: name, in: classes)
            report(
                .unknownName, "no entity of the model has the class '\(name)', the destination of \(full)\(hint)",
                at: path / (relationship.isToMany ? "toManyClass" : "toClass"), details)
        }
    }

    private mutating func checkCounts(
        _ relationship: RelationshipDescription, named full: String, at path: ModelPath, _ details: ErrorDetails
    ) {
        let counts = [("minimumCount", relationship.minimumCount), ("maximumCount", relationship.maximumCount)]
        if relationship.isToMany {
            for (key, count) in counts where count < 0 {
                report(.invalidConstraint, "the \(key) of \(full) is below 0", at: path / key, details)
            }
            if relationship.maximumCount > 0, relationship.minimumCount > relationship.maximumCount {
                let message = "the minimumCount of \(full) is above its maximumCount"
                report(.invalidConstraint, message, at: path / "minimumCount", details)
            }
        } else {
            for (key, count) in counts where count != 0 {
                report(.invalidConstraint, "\(full) is to-one, so it has no \(key)", at: path / key, details)
            }
            if relationship.isOrdered {
                report(.invalidConstraint, "\(full) is to-one, so it has no order", at: path / "ordered", details)
            }
        }
    }

    /// The inverse exists, leads back to this entity, has this relationship as its inverse, and is transient if this is.
    private mutating func checkInverse(
        of relationship: RelationshipDescription, _ entity: EntityDescription, named full: String, at path: ModelPath,
        _ details: ErrorDetails
    ) {
        guard let name = relationship.inverseName else { return }
        let destination = names.destinationName(of: relationship)
        let path = path / "inverse"
        guard let (owner, inverse) = names.inverse(of: relationship) else {
            let known = names.lineage(of: destination).flatMap(\.relationships).map(\.name)
            let hint = Suggestion.hint(for: name, in: known)
            let what = names.attribute(name, of: destination) == nil ? "not a relationship" : "an attribute"
            report(
                .inverseMismatch, "the inverse '\(name)' of \(full) is \(what) of '\(destination)'\(hint)", at: path,
                details)
            return
        }
        let other = "'\(owner.name).\(inverse.name)'"
        let back = names.destinationName(of: inverse)
        let fault: String? =
            if owner.name != destination {
                "the inverse of \(full) is \(other), but \(full) leads to '\(destination)', not to '\(owner.name)'"
            } else if back != entity.name {
                "the inverse \(other) of \(full) leads to '\(back)', not back to '\(entity.name)'"
            } else if inverse.inverseName != relationship.name {
                "the inverse of \(full) is \(other), but the inverse of \(other) is "
                    + (inverse.inverseName.map { "'\(back).\($0)'" } ?? "none")
            } else if inverse.isTransient != relationship.isTransient {
                "of \(full) and its inverse \(other) only one is transient"
            } else {
                nil
            }
        if let fault { report(.inverseMismatch, fault, at: path, details) }
    }
}
