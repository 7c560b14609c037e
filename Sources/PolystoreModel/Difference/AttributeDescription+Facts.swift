extension AttributeDescription {
    /// Everything that is said of the attribute, always in one order.
    var facts: [ModelFact] {
        [
            ModelFact(.type, .type(type)), .presence(isOptional), .storage(isTransient: isTransient),
            ModelFact(.defaultValue, value(defaultValue)), ModelFact(.minimum, value(validation.minimum)),
            ModelFact(.maximum, value(validation.maximum)), .number(.minimumLength, validation.minimumLength),
            .number(.maximumLength, validation.maximumLength), ModelFact(.pattern, word: validation.pattern),
            ModelFact(.externalStorage, word: allowsExternalStorage ? "allowed" : nil),
            ModelFact(.preservation, word: isPreservedAfterDeletion ? "kept" : nil),
            ModelFact(.coder, word: coderName), ModelFact(.valueType, word: valueTypeName),
            ModelFact(.composite, word: compositeName),
            ModelFact(.derivation, derivation.map(ModelFactValue.expression)),
        ] + ModelFact.common(versionHashModifier, userInfo)
    }

    private func value(_ value: Value?) -> ModelFactValue? {
        value.flatMap { $0.isMissing ? nil : .value($0, type) }
    }
}
