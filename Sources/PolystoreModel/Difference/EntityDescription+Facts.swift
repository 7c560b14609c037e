extension EntityDescription {
    /// Everything that is said of the entity itself, always in one order.
    var facts: [ModelFact] {
        [
            ModelFact(.parent, word: superentityName), ModelFact(.superclass, word: superclassName),
            ModelFact(.kind, word: isAbstract ? "abstract" : "concrete"), ModelFact(.className, word: className),
            ModelFact(.codeGeneration, word: codeGeneration),
        ] + ModelFact.common(versionHashModifier, userInfo)
    }

    /// How much the entity declares.
    var counts: [ModelFact] {
        [.number(.attributeCount, attributes.count), .number(.relationshipCount, relationships.count)]
    }
}

extension FetchIndexDescription {
    var facts: [ModelFact] { [ModelFact(.elements, .index(elements, partialPredicate))] }
}
