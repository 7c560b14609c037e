import PolystoreModel

extension ModelReader {
    private static let deleteRules: [String: DeleteRule] = [
        "Nullify": .nullify, "Cascade": .cascade, "Deny": .deny, "No Action": .noAction,
    ]

    /// A relationship of an entity.
    mutating func relationship(
        _ element: DocumentElement, of entity: String, at ownerPath: ModelPath
    ) -> RelationshipDescription? {
        guard let name = name(of: element, what: "a relationship of '\(entity)'", at: ownerPath) else { return nil }
        let path = ownerPath / name
        let what = "relationship '\(entity).\(name)'"
        note(path, element.place)
        checkAttributes(of: element, named: what, at: path)
        for child in element.elements where child.name != "userInfo" { remarkUnknown(child, in: what, at: path) }
        guard let destination = text(element, "destinationEntity") else {
            report(.unknownName, "\(what) has no 'destinationEntity', so it leads nowhere", element, at: path)
            return nil
        }
        let isToMany = flag(element, "toMany", of: what, at: path)
        note(path / (isToMany ? "toMany" : "to"), element, "destinationEntity")
        note(path / "inverse", element, "inverseName")
        var relationship = RelationshipDescription(
            name: name, to: .entity(destination), isToMany: isToMany, inverse: text(element, "inverseName"))
        relationship.isOptional = flag(element, "optional", of: what, at: path)
        relationship.isTransient = flag(element, "transient", of: what, at: path)
        relationship.isOrdered = flag(element, "ordered", of: what, at: path)
        if relationship.isOrdered, !isToMany {
            relationship.isOrdered = false
            warn(.invalidConstraint, "\(what) is to-one, so its order is ignored", element, "ordered", at: path)
        }
        readCounts(of: &relationship, element, of: what, at: path)
        if let text = element["deletionRule"] {
            if let rule = Self.deleteRules[text] {
                relationship.deleteRule = rule
            } else {
                let known = Self.deleteRules.keys.sorted()
                report(
                    .invalidValue,
                    "unknown 'deletionRule' '\(text.prefix(40))' of \(what); known: \(known.joined(separator: ", "))",
                    element, "deletionRule", at: path)
            }
        }
        if let inverseEntity = text(element, "inverseEntity"), inverseEntity != destination {
            report(
                .inverseMismatch,
                "the inverse of \(what) is one of '\(inverseEntity)', but it leads to '\(destination)'",
                element, "inverseEntity", at: path / "inverse")
        }
        relationship.renamingIdentifier = renamingIdentifier(element)
        relationship.versionHashModifier = text(element, "versionHashModifier")
        relationship.userInfo = userInfo(element, of: what, at: path)
        return relationship
    }

    /// Bounds of a to-many relationship; a to-one one has `maxCount` 1 in the file, and no bounds in the model.
    private mutating func readCounts(
        of relationship: inout RelationshipDescription, _ element: DocumentElement, of what: String, at path: ModelPath
    ) {
        // Models that were made in code may say -1 for no bound.
        let minimum = element["minCount"] == "-1" ? 0 : count(element, "minCount", of: what, at: path) ?? 0
        let maximum = element["maxCount"] == "-1" ? 0 : count(element, "maxCount", of: what, at: path) ?? 0
        note(path / "minimumCount", element, "minCount")
        note(path / "maximumCount", element, "maxCount")
        if relationship.isToMany {
            (relationship.minimumCount, relationship.maximumCount) = (minimum, maximum)
        } else if minimum > 1 || maximum > 1 {
            warn(
                .invalidConstraint, "\(what) is to-one, so its counts are at most 1; the greater is ignored", element,
                maximum > 1 ? "maxCount" : "minCount", at: path)
        }
    }
}
