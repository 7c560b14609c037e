/// One thing that a model says of a part.
public struct ModelFact: Hashable, Sendable {
    /// What it is about.
    public let aspect: ModelAspect
    /// What is said; nil when nothing is, as for an attribute without a default value.
    public let value: ModelFactValue?

    init(_ aspect: ModelAspect, _ value: ModelFactValue?) { (self.aspect, self.value) = (aspect, value) }

    init(_ aspect: ModelAspect, word: String?) { self.init(aspect, word.map(ModelFactValue.word)) }
}

extension ModelFact {
    static func presence(_ isOptional: Bool) -> ModelFact {
        ModelFact(.presence, word: isOptional ? "optional" : "required")
    }

    static func storage(_ aspect: ModelAspect = .storage, isTransient: Bool) -> ModelFact {
        ModelFact(aspect, word: isTransient ? "transient" : "stored")
    }

    static func cardinality(_ aspect: ModelAspect = .cardinality, isToMany: Bool) -> ModelFact {
        ModelFact(aspect, word: isToMany ? "to-many" : "to-one")
    }

    static func order(_ aspect: ModelAspect = .order, isOrdered: Bool) -> ModelFact {
        ModelFact(aspect, word: isOrdered ? "ordered" : "unordered")
    }

    static func number(_ aspect: ModelAspect, _ number: Int?) -> ModelFact {
        ModelFact(aspect, number.map(ModelFactValue.number))
    }

    /// What entities and properties have in common.
    static func common(_ modifier: String?, _ userInfo: [String: String]) -> [ModelFact] {
        [
            ModelFact(.versionHashModifier, word: modifier),
            ModelFact(.userInfo, userInfo.isEmpty ? nil : .entries(userInfo)),
        ]
    }
}
