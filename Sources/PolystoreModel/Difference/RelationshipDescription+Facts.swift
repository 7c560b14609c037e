extension RelationshipDescription {
    /// Everything that is said of the relationship, always in one order.
    var facts: [ModelFact] {
        [
            ModelFact(.destination, word: destinationName), .cardinality(isToMany: isToMany),
            .order(isOrdered: isOrdered), .presence(isOptional), .storage(isTransient: isTransient),
            ModelFact(.inverse, word: inverseName), .number(.minimumCount, minimumCount == 0 ? nil : minimumCount),
            .number(.maximumCount, maximumCount == 0 ? nil : maximumCount),
            ModelFact(.deleteRule, word: deleteRule == .noAction ? "no action" : deleteRule.rawValue),
        ] + ModelFact.common(versionHashModifier, userInfo)
    }

    /// What rows depend on and other parts of the model say: the hierarchy of the destination, the form of the inverse.
    func consequences(_ names: ModelNames) -> [ModelFact] {
        let inverse = names.inverse(of: self)?.relationship
        var facts = [ModelFact(.hierarchy, word: names.destinationRoot(of: self))]
        if let inverse {
            facts.append(.cardinality(.inverseCardinality, isToMany: inverse.isToMany))
            facts.append(.order(.inverseOrder, isOrdered: inverse.isOrdered))
            facts.append(.storage(.inverseStorage, isTransient: inverse.isTransient))
        }
        return facts
    }

    private var destinationName: String {
        switch destination {
        case .entity(let name), .objectClass(let name): name
        }
    }
}

extension FetchedPropertyDescription {
    /// Everything that is said of the property, always in one order.
    var facts: [ModelFact] {
        [ModelFact(.request, .request(request))] + ModelFact.common(versionHashModifier, userInfo)
    }
}
