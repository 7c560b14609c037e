extension ModelComparison {
    /// Suggests that a part that is new is the one that is gone, if they have one shape that no other of them has.
    mutating func suggestRenames<Shape: Hashable>(
        _ removed: [(name: String, shape: Shape?)], _ added: [(name: String, shape: Shape?)],
        _ part: (String) -> ModelPart
    ) {
        func candidates(_ parts: [(name: String, shape: Shape?)]) -> [Shape: [String]] {
            var result: [Shape: [String]] = [:]
            for part in parts { if let shape = part.shape { result[shape, default: []].append(part.name) } }
            return result
        }
        let (former, new) = (candidates(removed), candidates(added))
        for (name, shape) in added {
            guard let shape, new[shape]?.count == 1, let names = former[shape], names.count == 1 else { continue }
            suggestedRenames.append(SuggestedRename(part: part(name), formerName: names[0]))
        }
    }

    /// What an entity is and declares, whatever its name is; nil when it declares nothing by which to know it again.
    func shape(_ entity: EntityDescription) -> [String: [ModelFact]]? {
        if entity.attributes.isEmpty, entity.relationships.isEmpty { return nil }
        var result = ["": entity.facts.shape ?? []]
        for attribute in entity.attributes { result["attribute \(attribute.name)"] = attribute.facts.shape }
        for relationship in entity.relationships {
            result["relationship \(relationship.name)"] = relationship.facts.shape?.map { fact in
                // A relationship to the entity itself leads to the new name.
                fact.aspect == .destination && fact.value == .word(entity.name)
                    ? ModelFact(.destination, nil) : fact
            }
        }
        return result
    }
}

extension [ModelFact] {
    /// The facts by which a rename is suggested.
    var shape: [ModelFact]? { filter(\.aspect.isOfShape) }
}
